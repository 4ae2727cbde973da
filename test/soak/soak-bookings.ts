import type { Table } from "../../shared/table/table.ts";
import { newActions } from "./actions.ts";
import { checkHistory } from "./check-history.ts";
import { checkLocks } from "./check-locks.ts";
import { checkReminders } from "./check-reminders.ts";
import { newRandomInput } from "./random-input.ts";
import { newRecorder } from "./record-history.ts";
import { startSweeps } from "./sweeps.ts";
import { newWorld, outcomeOf } from "./world.ts";

type Soak = { readonly operations: number; readonly workers: number; readonly seed: number };

export type SoakReport = {
  /** Counts of `<action> <outcome>`, and of the reminders that have come. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The violations of the contract; empty on success. */
  readonly problems: readonly string[];
};

const WEIGHTS: Readonly<Record<string, number>> = {
  book: 26,
  "book any": 8,
  "book reminded": 14,
  "book held": 8,
  reschedule: 16,
  "reschedule reminded": 6,
  "reschedule to held": 3,
  cancel: 14,
  "no-show": 3,
  complete: 1,
  hold: 10,
  "hold any": 4,
  "give back": 5,
  settings: 6,
  reminders: 5,
  push: 8,
  "remove calendar": 2,
  availability: 2,
};
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name));

/**
 * Books, moves, cancels, holds, converts, lets holds expire, changes settings and pushes busy times at random, with this number of workers,
 * while sweeps emit reminders. Then replays the clients' observations by the contract, and compares them with the table.
 */
export const soakBookings = async (
  table: Table,
  { operations, workers, seed }: Soak,
): Promise<SoakReport> => {
  const world = await newWorld(table);
  const attorneyIds = world.contended.map(({ id }) => id);
  const random = newRandomInput(seed, Date.now(), attorneyIds);
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
  const endSweeps = startSweeps(world, recorder);
  await Promise.all(Array.from({ length: workers }, work));
  await endSweeps();
  const slots = recorder.slots();
  const history = { ...world, slots, ...recorder.ofBookings() };
  outcomes["reminders that came"] = history.reminders.length;
  return {
    outcomes,
    problems: [
      ...problems,
      ...(await checkLocks(table, world.attorneys, slots)),
      ...checkHistory(history),
      ...checkReminders(history),
    ],
  };
};
