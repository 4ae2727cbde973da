/** Performs an action once. @returns its processor time in milliseconds */
export type Act = () => Promise<number>;

/** A plain action, and the largest allowed ratio of a hostile action of its size to its processor time. */
export type Plain = { readonly act: Act; readonly maximum: number };

export type HostileCase = { readonly label: string; readonly act: Act; readonly plain: Plain };

type Ratio = { readonly label: string; readonly ratio: number; readonly maximum: number };

/** The processor time of hostile cases, as ratios to plain ones. */
export type HostileTime = {
  readonly name: string;
  readonly count: number;
  readonly worst: Ratio;
  /** The cases that exceed their maximum. */
  readonly tooDear: readonly Ratio[];
};

/** Returns the processor time of this process, in milliseconds, and what the action returns. */
export const measured = async <Value>(action: () => Promise<Value>): Promise<[number, Value]> => {
  const before = process.cpuUsage();
  const value = await action();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1_000, value];
};

const PLAIN_RUNS = 5;
const HOSTILE_RUNS = 3;

/** Below this, garbage collection and other chance work are too large a part. */
const FLOOR_MILLISECONDS = 5;

/** Returns the least time of some runs. Stops once a run is within the limit. */
const leastOf = async (act: Act, runs: number, limit = 0): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > limit; run++) least = Math.min(least, await act());
  return least;
};

/** Runs each case once. Repeats a case that seems to be the dearest so far, or to exceed its maximum. */
export const compare = async (name: string, cases: readonly HostileCase[]): Promise<HostileTime> => {
  const usual = new Map<Plain, number>();
  const ratios: Ratio[] = [];
  let worst: Ratio = { label: "", ratio: 0, maximum: 0 };
  for (const { label, act, plain } of cases) {
    const { maximum } = plain;
    const milliseconds =
      usual.get(plain) ?? Math.max(FLOOR_MILLISECONDS, await leastOf(plain.act, PLAIN_RUNS));
    usual.set(plain, milliseconds);
    const limit = milliseconds * Math.min(worst.ratio, maximum);
    const ratio = (await leastOf(act, HOSTILE_RUNS, limit)) / milliseconds;
    ratios.push({ label, ratio, maximum });
    if (ratio > worst.ratio) worst = { label, ratio, maximum };
  }
  return {
    name,
    count: cases.length,
    worst,
    tooDear: ratios.filter(({ ratio, maximum }) => ratio > maximum),
  };
};
