import * as z from "zod";

const cost = z.object({ roundTrips: z.number(), readUnits: z.number(), writeUnits: z.number() });

const callFigures = z.object({
  /** The first call of an instance, with a key whose rate window is not open. */
  cold: cost,
  /** A call of an instance that knows the key, after lease and cached records have expired; absent for a consumer. */
  quiet: z.optional(cost),
  /** A call with a lease on the key and cached settings. */
  warm: cost,
  /** The body of the warm call's response; 0 for a function that no caller waits for. */
  responseBytes: z.number(),
  /** Round trips in a row that the bench allows. */
  maxRoundTrips: z.object({ cold: z.number(), quiet: z.number(), warm: z.number() }),
  /** Write units that the bench allows a warm call; absent for any. */
  maxWriteUnits: z.optional(z.number()),
});

const ratio = z.object({ measured: z.number(), maximum: z.number(), goal: z.number() });

const throughput = z.object({
  name: z.string(),
  connections: z.number(),
  /** Of requests a second to those of a bare server. */
  ratio: z.number(),
  minRatio: z.number(),
});

/** Processor time, as a ratio to a bare handler that makes the same calls in the same trips. */
const processorRatios = z.object({ loadAndFirst: ratio, warm: z.nullable(ratio) });

const recordSize = z.object({
  bytes: z.number(),
  /** How many indexes hold a copy. */
  indexes: z.number(),
});

const figures = z.object({
  /** By the function's name and the label of the bench's scenario. */
  calls: z.record(z.string(), z.record(z.string(), callFigures)),
  /** A delivery that fails for 75 hours, without the sweep's searches. */
  failingDelivery: z.object({ invocations: z.number(), messages: z.number(), cost }),
  /** A sweep that finds nothing due. */
  idleSweep: cost,
  /** A typical record of each kind that grows with the leads. */
  records: z.record(z.string(), recordSize),
  stack: z.object({
    resources: z.number(),
    routes: z.number(),
    integrations: z.number(),
    functions: z.number(),
    alarmMetrics: z.number(),
    indexes: z.number(),
    /** Of all functions that reserve some. */
    reservedConcurrency: z.number(),
    /** Attempts of webhook deliveries at the same time. */
    deliveryConcurrency: z.number(),
    throttle: z.object({ requestsPerSecond: z.number(), burst: z.number() }),
    /** Of the functions of the API. */
    memoryMegabytes: z.number(),
    timeoutSeconds: z.number(),
  }),
  bundleKilobytes: z.record(z.string(), z.number()),
  /** By the function's name, as last measured. */
  processor: z.record(z.string(), processorRatios),
  /** Of the local service, as last measured. */
  throughput: z.array(throughput),
});

/** What the bench counts: exact and the same on every machine. Of timings, only ratios of what was measured in turns. */
export type Figures = z.infer<typeof figures>;
export type Ratio = z.infer<typeof ratio>;
export type Cost = z.infer<typeof cost>;
export type CallFigures = z.infer<typeof callFigures>;
export type RecordSize = z.infer<typeof recordSize>;

/** Where the bench writes the figures. */
export const FIGURES_FILE = "test/bench/figures.json";

export const parseFigures = (json: string): Figures => figures.parse(JSON.parse(json));

/** @throws Error if the bench has no such scenario */
export const figuresOf = ({ calls }: Figures, endpoint: string, label: string): CallFigures => {
  const found = calls[endpoint]?.[label];
  if (found === undefined) throw new Error(`The bench has no figures of ${endpoint} "${label}".`);
  return found;
};

/** @throws Error if the bench measures no such record */
export const recordOf = ({ records }: Figures, kind: string): RecordSize => {
  const found = records[kind];
  if (found === undefined) throw new Error(`The bench has no record "${kind}".`);
  return found;
};
