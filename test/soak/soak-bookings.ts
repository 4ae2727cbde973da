import type { Table } from "../../shared/table/table.ts";
import { newActions } from "./actions.ts";
import { checkHistory } from "./check-history.ts";
import { checkLocks } from "./check-locks.ts";
import { newRandomInput } from "./random-input.ts";
import { newRecorder } from "./record-history.ts";
import { newWorld, outcomeOf } from "./world.ts";

type Soak = { readonly operations: number; readonly workers: number; readonly seed: number };

export type SoakReport = {
  /** Counts of `<action> <outcome>`. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** What the contract does not allow; empty on success. */
  readonly problems: readonly string[];
};

const WEIGHTS: Readonly<Record<string, number>> = {
  book: 26,
  "book any": 8,
  "book held": 8,
  reschedule: 18,
  "reschedule to held": 3,
  cancel: 14,
  "no-show": 3,
  complete: 1,
  hold: 10,
  "hold any": 4,
  "give back": 5,
  settings: 3,
};
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name));

/**
 * Books, moves, cancels, holds, converts, lets expire and changes settings at random, with so many workers at once;
 * then replays what the clients saw by the contract, and compares it with what is stored.
 */
export const soakBookings = async (
  table: Table,
  { operations, workers, seed }: Soak,
): Promise<SoakReport> => {
  const world = await newWorld(table);
  const random = newRandomInput(seed, Date.now());
  const recorder = newRecorder();
  const { actions, problems } = newActions(world, random, recorder);
  const outcomes: Record<string, number> = {};
  const act = async () => {
    const name = random.pick(WEIGHTED) ?? "book";
    const answer = await actions[name]?.();
    const outcome = `${name} ${answer ? outcomeOf(answer.response) : "none"}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let started = 0;
  const work = async () => {
    while (started++ < operations) await act();
  };
  await Promise.all(Array.from({ length: workers }, work));
  const slots = recorder.slots();
  const history = { ...world, slots, requests: recorder.requests() };
  return {
    outcomes,
    problems: [...problems, ...(await checkLocks(table, world.attorneys, slots)), ...checkHistory(history)],
  };
};
