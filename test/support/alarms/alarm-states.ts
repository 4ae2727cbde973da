import * as z from "zod";
import { evaluateMath, type Series } from "./metric-math.ts";

/** The samples of a metric in a minute: `values`, each `count` times. */
export type Samples = readonly (readonly [value: number, count: number])[];

export type Metric = { readonly namespace: string; readonly name: string; readonly dimensions: string };

/** Returns the samples of a metric in a minute, none if it has no data. */
export type World = (metric: Metric, minute: number) => Samples;

const metricSchema = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.optional(z.array(z.unknown())),
});
const statisticSchema = z.object({ Metric: metricSchema, Period: z.number(), Stat: z.string() });
const alarmSchema = z.object({
  MetricName: z.string().optional(),
  Namespace: z.string().optional(),
  Dimensions: z.array(z.unknown()).optional(),
  Period: z.number().optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        MetricStat: statisticSchema.optional(),
        ReturnData: z.boolean().optional(),
      }),
    )
    .optional(),
  Threshold: z.number(),
  ComparisonOperator: z.enum(["GreaterThanThreshold", "GreaterThanOrEqualToThreshold"]),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number().optional(),
  TreatMissingData: z.enum(["breaching", "notBreaching"]),
  EvaluateLowSampleCountPercentile: z.string().optional(),
});

type MetricAlarm = z.infer<typeof alarmSchema>;
type MetricStat = z.infer<typeof statisticSchema>;

/** Returns the metrics that an alarm names, each of which is billed. */
export const metricStatsOf = (properties: unknown): MetricStat[] => {
  const alarm = alarmSchema.parse(properties);
  if (alarm.Metrics) return alarm.Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const { Period, Statistic, ExtendedStatistic } = alarm;
  return [statisticSchema.parse({ Metric: alarm, Period, Stat: ExtendedStatistic ?? Statistic })];
};

const STATISTICS: Readonly<Record<string, (samples: Samples) => number>> = {
  Sum: (samples) => samples.reduce((total, [value, count]) => total + value * count, 0),
  Maximum: (samples) => Math.max(...samples.map(([value]) => value)),
  Minimum: (samples) => Math.min(...samples.map(([value]) => value)),
  Average: (samples) => (STATISTICS.Sum?.(samples) ?? 0) / countOf(samples),
};

const countOf = (samples: Samples) => samples.reduce((total, [, count]) => total + count, 0);

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html */
const statisticOf = (name: string, samples: Samples) => {
  if (samples.length === 0) return undefined;
  const [, from] = /^PR\((\d+):\)$/.exec(name) ?? [];
  if (from !== undefined)
    return (100 * countOf(samples.filter(([value]) => value > Number(from)))) / countOf(samples);
  const [, percent] = /^p(\d+)$/.exec(name) ?? [];
  return percent === undefined ? STATISTICS[name]?.(samples) : percentileOf(Number(percent), samples);
};

const percentileOf = (percent: number, samples: Samples) => {
  let left = (countOf(samples) * percent) / 100;
  for (const [value, count] of samples.toSorted(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0) return value;
  }
  return undefined;
};

/** The newest minutes of the newest window have no numbers yet. */
const LATE_MINUTES = 3;

type Days = { readonly world: World; readonly minutes: number; readonly lateMinutes: number };

/** The samples of each minute, by world and metric: several windows and alarms watch a metric. */
const known = new WeakMap<World, Map<string, Samples[]>>();

const samplesOf = ({ world, minutes }: Days, { Namespace, MetricName, Dimensions }: MetricStat["Metric"]) => {
  const metric = {
    namespace: Namespace,
    name: MetricName,
    dimensions: JSON.stringify(Dimensions ?? []),
  };
  const ofWorld = known.get(world) ?? new Map<string, Samples[]>();
  known.set(world, ofWorld);
  const key = Object.values(metric).join(" ");
  const samples = ofWorld.get(key) ?? Array.from({ length: minutes }, (_, minute) => world(metric, minute));
  ofWorld.set(key, samples);
  return samples;
};

const seriesOf = (days: Days, { Metric, Period, Stat }: MetricStat) => {
  const samples = samplesOf(days, Metric);
  const windows = samples.map((_, end) => {
    const window: (readonly [number, number])[] = [];
    for (let minute = Math.max(0, end + 1 - Period / 60); minute <= end - days.lateMinutes; minute++)
      window.push(...(samples[minute] ?? []));
    return window;
  });
  return { values: windows.map((window) => statisticOf(Stat, window)), counts: windows.map(countOf) };
};

/** Returns the value that the alarm compares with its threshold, and the minutes that have too few samples for it. */
const watched = (alarm: MetricAlarm, days: Days) => {
  const [first, ...others] = metricStatsOf(alarm);
  if (first === undefined) throw new Error("An alarm watches no metric.");
  const periodMinutes = first.Period / 60;
  if (others.some(({ Period }) => Period !== first.Period)) throw new Error("The periods differ.");
  if (!alarm.Metrics) {
    const { values, counts } = seriesOf(days, first);
    const needed = sampleMinimum(alarm);
    return { periodMinutes, values, isTooFew: (minute: number) => (counts[minute] ?? 0) < needed };
  }
  const series: Record<string, Series> = {};
  for (const { Id, MetricStat } of alarm.Metrics)
    if (MetricStat) series[Id] = seriesOf(days, MetricStat).values;
  const [{ Expression = "" } = {}] = alarm.Metrics.filter((each) => each.Expression);
  const values = evaluateMath(Expression, days.minutes, { series, periodMinutes });
  return { periodMinutes, values, isTooFew: () => false };
};

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/percentiles-with-low-samples.html */
const sampleMinimum = ({ ExtendedStatistic = "", EvaluateLowSampleCountPercentile }: MetricAlarm) => {
  const [, percent] = /^p(\d+)$/.exec(ExtendedStatistic) ?? [];
  if (percent === undefined || EvaluateLowSampleCountPercentile !== "ignore") return 0;
  return 10 / (1 - Number(percent) / 100);
};

/**
 * Returns whether a metric alarm rings at the end of each minute. CloudWatch evaluates it each minute, over windows that
 * end then. Metrics come late. https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation-window.html
 */
export const metricAlarmStates = (properties: unknown, world: World, minutes: number): boolean[] => {
  const alarm = alarmSchema.parse(properties);
  const { periodMinutes, values, isTooFew } = watched(alarm, { world, minutes, lateMinutes: 0 });
  // CloudWatch takes the period before instead of one without any number yet.
  const lateMinutes = periodMinutes > LATE_MINUTES ? LATE_MINUTES : 0;
  const newest = lateMinutes === 0 ? values : watched(alarm, { world, minutes, lateMinutes }).values;
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, Threshold, TreatMissingData } = alarm;
  const isBreaching = (value: number | undefined) => {
    if (value === undefined) return TreatMissingData === "breaching";
    return alarm.ComparisonOperator === "GreaterThanThreshold" ? value > Threshold : value >= Threshold;
  };
  let rings = false;
  return values.map((_, minute) => {
    // Nothing is measured yet.
    if (minute < lateMinutes) return false;
    if (isTooFew(minute)) return rings;
    const older = Array.from(
      { length: EvaluationPeriods },
      (_, back) => values[minute - back * periodMinutes],
    );
    rings = [newest[minute], ...older.slice(1)].filter(isBreaching).length >= DatapointsToAlarm;
    return rings;
  });
};
