import { readFileSync, writeFileSync } from "node:fs";
import { PUBLISHING_CONCURRENCY } from "../../lib/stacks/concurrency.ts";
import { declaredProperties, declaredResourceCount } from "./bench-table.ts";
import type { FailingDelivery } from "./failing-delivery.ts";
import type { HostileTime } from "./hostile/processor-comparison.ts";
import type { Throughput } from "./local/local-throughput.ts";
import type { Measurement } from "./missed-targets.ts";
import { maxRoundTripsOf, minRatioOf, type ProcessorTarget, processorTargets } from "./missed-targets.ts";
import type { ProcessorTime } from "./processor/processor-time.ts";
import type { measureRecords } from "./record-sizes.ts";

const FIGURES_FILE = "test/bench/figures.json";
/** `npm run scale` adopts this file. */
const MEASURED_FILE = "test/bench/measured.json";

type Counted = {
  readonly measurements: readonly Measurement[];
  readonly failing: FailingDelivery;
  readonly records: Awaited<ReturnType<typeof measureRecords>>;
  readonly bundleKilobytes: Readonly<Record<string, number>>;
};

/** Returns the counted figures. */
export const countedFigures = ({ measurements, failing, records, bundleKilobytes }: Counted) => {
  const { invocations, messages, cost, idleSweep } = failing;
  return {
    calls: callsOf(measurements),
    failingDelivery: { invocations, messages, cost },
    idleSweep,
    records,
    stack: stackCounts(),
    bundleKilobytes,
  };
};

/** Returns the processor figures. */
export const processorFigures = (times: readonly ProcessorTime[]) => ({
  processor: Object.fromEntries(
    times.map(({ name, loadAndFirst, warm }) => {
      const targets = processorTargets(name);
      return [
        name,
        {
          loadAndFirst: ratioOf(loadAndFirst, targets.loadAndFirst),
          warm: warm === null || targets.warm === null ? null : ratioOf(warm, targets.warm),
        },
      ];
    }),
  ),
});

export const hostileFigures = (times: readonly HostileTime[]) => ({
  hostile: Object.fromEntries(
    times.map(({ name, count, worst }) => [
      name,
      { count, measured: Number(worst.ratio.toFixed(1)), maximum: worst.maximum, worst: worst.label },
    ]),
  ),
});

export const throughputFigures = (throughputs: readonly Throughput[]) => ({
  throughput: throughputs.map(({ name, connections, ratio }) => ({
    name,
    connections,
    ratio: Number(ratio.toFixed(2)),
    minRatio: minRatioOf(name),
  })),
});

/**
 * Replaces parts of the figures in a separate file, because concurrent tests compare the current figures with the
 * documents.
 * @returns a line that says whether they have changed
 */
export const writeFigures = (parts: object): string => {
  const before = readFileSync(FIGURES_FILE, "utf8");
  const figures = { ...JSON.parse(before), ...parts };
  const text = `${shortLines(JSON.stringify(sorted(figures), null, 2))}\n`;
  writeFileSync(MEASURED_FILE, text);
  return text === before
    ? `${FIGURES_FILE} is current.`
    : "The figures have changed: run `npm run scale` and commit what it writes.";
};

const callsOf = (measurements: readonly Measurement[]) => {
  const calls: Record<string, Record<string, object>> = {};
  for (const { scenario, cold, quiet, warm, responseBytes = 0 } of measurements) {
    const ofEndpoint = calls[scenario.endpoint] ?? {};
    if (scenario.label in ofEndpoint)
      throw new Error(`Two scenarios of ${scenario.endpoint} are called "${scenario.label}".`);
    const maximum = { maxRoundTrips: maxRoundTripsOf(scenario), maxWriteUnits: scenario.maxWriteUnits };
    calls[scenario.endpoint] = {
      ...ofEndpoint,
      [scenario.label]: { cold, quiet, warm, responseBytes, ...maximum },
    };
  }
  return calls;
};

const ratioOf = (measured: number, { maximum, goal }: ProcessorTarget) => ({
  measured: Number(measured.toFixed(2)),
  maximum,
  goal,
});

const stackCounts = () => {
  const functions = declaredProperties("AWS::Lambda::Function");
  const [stage] = declaredProperties("AWS::ApiGatewayV2::Stage").map((properties) =>
    Object(properties.DefaultRouteSettings),
  );
  const [table] = declaredProperties("AWS::DynamoDB::Table");
  const [deliveryConcurrency = Number.NaN] = declaredProperties("AWS::Lambda::EventSourceMapping").flatMap(
    ({ ScalingConfig }): number[] => Object(ScalingConfig).MaximumConcurrency ?? [],
  );
  return {
    resources: declaredResourceCount(),
    functions: functions.length,
    indexes: Object(table?.GlobalSecondaryIndexes).length,
    // The template's stage reserves no concurrency.
    reservedConcurrency: PUBLISHING_CONCURRENCY + deliveryConcurrency,
    deliveryConcurrency,
    throttle: {
      requestsPerSecond: Number(stage.ThrottlingRateLimit),
      burst: Number(stage.ThrottlingBurstLimit),
    },
    memoryMegabytes: Math.min(...functions.map(({ MemorySize }) => Number(MemorySize))),
    timeoutSeconds: Math.min(...functions.map(({ Timeout }) => Number(Timeout))),
  };
};

/** Returns the metrics of an alarm that cost money: all except expressions over metrics. */
const OBJECT_CHARACTERS = 90;
/** The formatter's line width. */
const LINE_CHARACTERS = 110;

/** Puts each small object on one line, so that a diff shows which figure has changed. */
const shortLines = (json: string) =>
  json.replace(/(.*)(\{[^{}]*\},?)/g, (lines, start: string, object: string) => {
    const line = object.replace(/\s+/g, " ");
    const isShort = line.length <= OBJECT_CHARACTERS && start.length + line.length <= LINE_CHARACTERS;
    return isShort ? start + line : lines;
  });

/** Returns a copy with names in alphabetical order, so that a diff shows only changed figures. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(Object(value)[name])]));
};
