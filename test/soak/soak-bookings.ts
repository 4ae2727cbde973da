import type { Table } from "../../shared/table/table.ts";
import { newActions } from "./actions.ts";
import { checkHistory } from "./check-history.ts";
import { checkLeads } from "./check-leads.ts";
import { checkLocks } from "./check-locks.ts";
import { checkReminders } from "./check-reminders.ts";
import { newLeadActions } from "./lead-actions.ts";
import { newRandomInput } from "./random-input.ts";
import { newRecorder } from "./record-history.ts";
import { startSweeps } from "./sweeps.ts";
import { newWorld, outcomeOf } from "./world.ts";

type Soak = {
  readonly operations: number;
  /** The least count of each outcome. As long as one is missing, up to four times as many operations follow. */
  readonly minimum?: Readonly<Record<string, number>>;
  readonly workers: number;
  readonly seed: number;
  /** Whether the firm has a conflict gate. */
  readonly hasGate: boolean;
};

export type SoakReport = {
  /** Counts of `<action> <outcome>`, and of the reminders that have come. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The violations of the contract; empty on success. */
  readonly problems: readonly string[];
};

const REMINDERS = "reminders that came";

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
  decide: 3,
  "create lead": 3,
  "awaiting lead": 4,
  "next contact": 6,
  "hide lead": 1,
  "book lead": 4,
  "member away": 1,
};
const WEIGHTED = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array<string>(weight).fill(name));

/**
 * Books, moves, cancels, holds, converts, lets holds expire, changes settings and pushes busy times at random, with this number of workers,
 * while sweeps emit reminders. Then replays the clients' observations by the contract, and compares them with the table.
 */
export const soakBookings = async (
  table: Table,
  { operations, minimum = {}, workers, seed, hasGate }: Soak,
): Promise<SoakReport> => {
  const world = await newWorld(table, hasGate);
  const attorneyIds = world.contended.map(({ id }) => id);
  const random = newRandomInput(seed, Date.now(), attorneyIds);
  const recorder = newRecorder();
  const { actions: onSlots, problems, bookLead } = await newActions(world, random, recorder);
  const onLeads = newLeadActions({ world, random, problems, book: bookLead });
  const actions = { ...onSlots, ...onLeads.actions };
  const outcomes: Record<string, number> = {};
  const act = async () => {
    const name = random.pick(WEIGHTED) ?? "book";
    const answer = await actions[name]?.();
    const outcome = `${name} ${answer ? outcomeOf(answer.response) : "none"}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const isRare = ([outcome, count]: readonly [string, number]) =>
    (outcome === REMINDERS ? recorder.ofBookings().reminders.length : (outcomes[outcome] ?? 0)) < count;
  let started = 0;
  const work = async () => {
    while (started++ < operations || (started < 5 * operations && Object.entries(minimum).some(isRare)))
      await act();
  };
  const endSweeps = startSweeps(world, recorder);
  await Promise.all(Array.from({ length: workers }, work));
  await endSweeps();
  const slots = recorder.slots();
  const history = { ...world, slots, leads: onLeads.leads, ...recorder.ofBookings() };
  outcomes[REMINDERS] = history.reminders.length;
  for (const { type } of history.leadEvents) outcomes[type] = (outcomes[type] ?? 0) + 1;
  return {
    outcomes,
    problems: [
      ...problems,
      ...(await checkLocks(table, world.attorneys, slots)),
      ...checkHistory(history),
      ...checkReminders(history),
      ...(await checkLeads(table, world, history)),
    ],
  };
};
