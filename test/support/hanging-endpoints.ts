import type { Table } from "../../shared/table/table.ts";
import { startDeliveryRound } from "./delivery-round.ts";
import { median } from "./median.ts";

type Options = {
  /** Connected with `SHARED_CLIENT`. */
  readonly table: Table;
  /** Concurrent invocations of `deliver-webhook`. */
  readonly concurrency: number;
  /** In a wave to each of the twenty endpoints. */
  readonly deliveriesPerEndpoint: number;
  readonly rounds: number;
};

/** What hanging endpoints cost the others; times are from the queue to the arrival. */
export type HangingEndpoints = {
  /** With no endpoint hanging, and with some: medians of the rounds. */
  readonly p99Milliseconds: { readonly withNone: number; readonly withSome: number };
  /** After the circuits opened: the time, and the requests to each hanging endpoint. */
  readonly secondWave: { readonly p99Milliseconds: number; readonly hangingPosts: readonly number[] };
};

/** The concurrency of the function that reads the queue, given the properties of the stack's event source mappings. */
export const declaredConcurrency = (mappings: readonly Readonly<Record<string, unknown>>[]): number => {
  const [maximum] = mappings.flatMap(({ ScalingConfig }) => Object(ScalingConfig).MaximumConcurrency ?? []);
  return Number(maximum);
};

/** Below this, the ratio of two times says nothing. */
const FLOOR_MILLISECONDS = 250;
const RATIO_MAXIMUM = 2;

/** How long the other endpoints may wait, given how long they wait when none hangs. */
export const waitMaximum = ({ p99Milliseconds }: HangingEndpoints) =>
  Math.max(FLOOR_MILLISECONDS, RATIO_MAXIMUM * p99Milliseconds.withNone);

/** A try when the second wave arrives, and those of the deliveries that the first wave left. */
export const POSTS_MAXIMUM = 5;

/** Delivers to endpoints none of which hangs, then to some that do, in turns; after the last turn, a second wave. */
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
