import { ENDPOINTS } from "../../shared/endpoints.ts";
import type { Cost } from "./cost.ts";
import { FAILING_DELIVERY_MAXIMUM, type FailingDelivery } from "./failing-delivery.ts";
import type { HostileTime } from "./hostile/processor-comparison.ts";
import type { Throughput } from "./local/local-throughput.ts";
import type { ProcessorTime } from "./processor/processor-time.ts";
import type { StartTime } from "./start-time.ts";

/** The cost of an endpoint or consumer, and the round trips that a warm call may make. */
export type Measurement = {
  readonly scenario: {
    readonly endpoint: string;
    readonly label: string;
    readonly maxRoundTrips: number;
    readonly maxQuietRoundTrips?: number;
    readonly maxColdRoundTrips?: number;
    readonly maxWriteUnits?: number;
  };
  readonly cold: Cost;
  /** Absent for a consumer, which has no key. */
  readonly quiet?: Cost;
  readonly warm: Cost;
  /** The warm call's body. */
  readonly responseBytes?: number;
};

const MAX_START_RATIO = 1.3;

type Results = {
  readonly measurements: readonly Measurement[];
  readonly failing: FailingDelivery;
  /** None when nothing was timed. */
  readonly starts: readonly StartTime[];
};

/** Returns a line for each missed target. */
export const missedTargets = ({ measurements, failing, starts }: Results): string[] => [
  ...measurements.flatMap(missedOfCall),
  ...ENDPOINTS.filter(({ name }) => !measurements.some(({ scenario }) => scenario.endpoint === name)).map(
    ({ name }) => `${name}: has no scenario`,
  ),
  ...missedOfFailing(failing),
  ...starts
    .filter(({ ratio }) => ratio > MAX_START_RATIO)
    .map(({ name }) => `${name}: takes more than ${MAX_START_RATIO} times the start time of a bare handler`),
];

/** A cold instance checks the key before its reads, a quiet one during them. */
export const maxRoundTripsOf = ({
  maxRoundTrips,
  maxQuietRoundTrips = maxRoundTrips + 1,
  maxColdRoundTrips = maxQuietRoundTrips + 1,
}: Measurement["scenario"]) => ({
  cold: maxColdRoundTrips,
  quiet: maxQuietRoundTrips,
  warm: maxRoundTrips,
});

const missedOfCall = ({ scenario, cold, quiet, warm }: Measurement) => {
  const { endpoint, label, maxWriteUnits = Number.POSITIVE_INFINITY } = scenario;
  const maximum = maxRoundTripsOf(scenario);
  return [
    ...lineIf(warm.roundTrips > maximum.warm, `${endpoint} ${label}: more than ${maximum.warm} round trips`),
    ...lineIf(
      cold.roundTrips > maximum.cold,
      `${endpoint} ${label}: cold, more than ${maximum.cold} round trips in a row`,
    ),
    ...lineIf(
      quiet !== undefined && quiet.roundTrips > maximum.quiet,
      `${endpoint} ${label}: quiet, more than ${maximum.quiet} round trips in a row`,
    ),
    ...lineIf(
      warm.writeUnits > maxWriteUnits,
      `${endpoint} ${label}: more than ${maxWriteUnits} write units`,
    ),
  ];
};

const missedOfFailing = ({ invocations, messages, cost }: FailingDelivery) => {
  const maximum = FAILING_DELIVERY_MAXIMUM;
  return [
    ...lineIf(
      invocations > maximum.invocations,
      `a failing delivery: more than ${maximum.invocations} invocations`,
    ),
    ...lineIf(messages > maximum.messages, `a failing delivery: more than ${maximum.messages} messages`),
    ...lineIf(
      cost.roundTrips > maximum.roundTrips,
      `a failing delivery: more than ${maximum.roundTrips} round trips`,
    ),
  ];
};

export type ProcessorTarget = { readonly maximum: number; readonly goal: number };

type ProcessorTargets = { readonly loadAndFirst: ProcessorTarget; readonly warm: ProcessorTarget | null };

/** The largest allowed ratios to a bare handler. If the goal is not reached, they are the measured ones with a margin. */
const PROCESSOR_TARGETS: Readonly<Record<string, ProcessorTargets>> = {
  "create-lead": { loadAndFirst: { maximum: 1.15, goal: 1.05 }, warm: { maximum: 1.55, goal: 1.3 } },
  "book-consultation": { loadAndFirst: { maximum: 1.3, goal: 1.15 }, warm: { maximum: 1.55, goal: 1.3 } },
  "list-leads": { loadAndFirst: { maximum: 1.15, goal: 1.05 }, warm: { maximum: 1.45, goal: 1.3 } },
  "deliver-webhook": { loadAndFirst: { maximum: 1.15, goal: 1.05 }, warm: null },
};

export const processorTargets = (name: string): ProcessorTargets => {
  const targets = PROCESSOR_TARGETS[name];
  if (targets === undefined) throw new Error(`${name} has no targets of processor time.`);
  return targets;
};

/** Returns a line for each function that exceeds its maximum of processor time. */
export const missedOfProcessor = (times: readonly ProcessorTime[]): string[] =>
  times.flatMap(({ name, loadAndFirst, warm }) => [
    ...missedRatio(`${name}: load and first request`, loadAndFirst, processorTargets(name).loadAndFirst),
    ...missedRatio(`${name}: warm request`, warm, processorTargets(name).warm),
  ]);

const missedRatio = (what: string, ratio: number | null, target: ProcessorTarget | null) => {
  if (ratio === null || target === null) return [];
  const { maximum } = target;
  return lineIf(
    ratio > maximum,
    `${what}: takes more than ${maximum} times the processor time of a bare handler${goalNote(target)}`,
  );
};

/**
 * The largest allowed ratios to plain text of the same size. They are a multiple of the ratios on an idle machine, and a
 * fraction of the ratio of a pattern that looks at the rest of the text at each character. Headers, queries and paths
 * have 8 KB, bodies 64 KB.
 */
export const MAX_HOSTILE_RATIOS = { parameters: 10, body: 40 };

/** Returns a line for each hostile request that exceeds its maximum of processor time. */
export const missedOfHostile = (times: readonly HostileTime[]): string[] =>
  times.flatMap(({ name, tooDear }) =>
    tooDear.map(
      ({ label, ratio, maximum }) =>
        `${name}, ${label}: takes ${ratio.toFixed(0)} times the processor time of plain text of its size, more than ${maximum}`,
    ),
  );

/**
 * The smallest allowed ratios of requests a second to a bare server's: the measured ones, with a margin for a busy
 * machine.
 */
const MIN_RATIOS: Readonly<Record<string, number>> = { "GET a lead": 0.2, "POST a lead": 0.2 };

export const minRatioOf = (name: string): number => {
  const minRatio = MIN_RATIOS[name];
  if (minRatio === undefined) throw new Error(`${name} has no target of throughput.`);
  return minRatio;
};

/** Returns a line for each request that the local service answers too rarely. */
export const missedOfThroughput = (throughputs: readonly Throughput[]): string[] =>
  throughputs.flatMap(({ name, connections, ratio }) => {
    const minRatio = minRatioOf(name);
    return lineIf(
      ratio < minRatio,
      `${name} of the local service, ${connections} connections: less than ${minRatio} of a bare server's requests a second`,
    );
  });

export const goalNote = (target: ProcessorTarget | null) =>
  target && target.goal < target.maximum ? ` (goal ${target.goal})` : "";

const lineIf = (isMissed: boolean, line: string) => (isMissed ? [line] : []);
