import type { Table } from "../../shared/table/table.ts";
import { startDeliveryRound } from "./delivery-round.ts";
import { median } from "./median.ts";

type Options = {
  /** Connected with `SHARED_CLIENT`. */
  readonly table: Table;
  /** Concurrent invocations of `deliver-webhook`. */
  readonly concurrency: number;
  /** The deliveries of a wave to each of the twenty endpoints. */
  readonly deliveriesPerEndpoint: number;
  readonly rounds: number;
};

/** The delay that hanging endpoints cause for others. Times are from the queue to the arrival. */
export type HangingEndpoints = {
  /** Medians of the rounds, without hanging endpoints and with some. */
  readonly p99Milliseconds: { readonly withNone: number; readonly withSome: number };
  /** The wave after the circuits opened: its time, and the requests to each hanging endpoint. */
  readonly secondWave: { readonly p99Milliseconds: number; readonly hangingPosts: readonly number[] };
};

/**
 * Returns the concurrency of the function that reads the queue, by the properties of the stack's event source mappings.
 */
export const declaredConcurrency = (mappings: readonly Readonly<Record<string, unknown>>[]): number => {
  const [maximum] = mappings.flatMap(({ ScalingConfig }) => Object(ScalingConfig).MaximumConcurrency ?? []);
  return Number(maximum);
};

/** Below this, the ratio of two times is meaningless. */
const FLOOR_MILLISECONDS = 250;
const RATIO_MAXIMUM = 2;

/** Returns the allowed wait of the other endpoints, relative to their wait when none hangs. */
export const waitMaximum = ({ p99Milliseconds }: HangingEndpoints) =>
  Math.max(FLOOR_MILLISECONDS, RATIO_MAXIMUM * p99Milliseconds.withNone);

/** One try when the second wave arrives, and the tries of the first wave's remaining deliveries. */
export const POSTS_MAXIMUM = 5;

/** Delivers to endpoints without hanging ones and with some, in turns. After the last turn, sends a second wave. */
export const measureHangingEndpoints = async ({ rounds, ...options }: Options): Promise<HangingEndpoints> => {
  const [withNone, withSome]: [number[], number[]] = [[], []];
  for (let round = 1; round < rounds; round++) {
    withNone.push(await measureWave({ ...options, isAnyHanging: false }));
    withSome.push(await measureWave({ ...options, isAnyHanging: true }));
  }
  withNone.push(await measureWave({ ...options, isAnyHanging: false }));
  const { firstWave, secondWave } = await measureWaves({ ...options, isAnyHanging: true });
  withSome.push(firstWave);
  return { p99Milliseconds: { withNone: median(withNone), withSome: median(withSome) }, secondWave };
};

type Round = Parameters<typeof startDeliveryRound>[0];

const measureWave = async (options: Round) => {
  const { runWave, stop } = await startDeliveryRound(options);
  try {
    return await runWave();
  } finally {
    await stop();
  }
};

const measureWaves = async (options: Round) => {
  const { runWave, circuitsOpen, hangingPosts, stop } = await startDeliveryRound(options);
  try {
    const firstWave = await runWave();
    await circuitsOpen();
    const before = hangingPosts();
    const p99Milliseconds = await runWave();
    await circuitsOpen();
    const posts = hangingPosts().map((count, index) => count - (before[index] ?? 0));
    return { firstWave, secondWave: { p99Milliseconds, hangingPosts: posts } };
  } finally {
    await stop();
  }
};
