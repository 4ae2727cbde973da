import { handler as book } from "../../functions/consultations/book-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as update } from "../../functions/consultations/update-consultation.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { newDesk, roundTheClock, storedConsultations } from "./consultations.ts";
import { ATTORNEY_HOURS, addMember } from "./firms.ts";
import { type Answer, call } from "./http-call.ts";
import { auditLocks } from "./lock-audit.ts";
import { type Asked, slotHistory } from "./slot-history.ts";

type Soak = { readonly operations: number; readonly workers: number; readonly seed: number };

export type SoakReport = {
  /** How often each action ended in which status or error code. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly consultations: number;
  /** Everything that is not as it must be; empty when all is well. */
  readonly problems: readonly string[];
};

const DAYS = 12;
const FIRST_DAY = Date.UTC(2027, 2, 8);
const HOUR = 3_600_000;

/** Books, moves and ends consultations at random, many at once, and then lets independent checkers look. */
export const soakBookings = async (
  table: Table,
  { operations, workers, seed }: Soak,
): Promise<SoakReport> => {
  const desk = await newDesk(table);
  const attorneys = [
    desk.attorney.id,
    (await addMember(table, desk.firmId, { officeHours: roundTheClock, timeZone: "Pacific/Auckland" })).id,
    (await addMember(table, desk.firmId, { officeHours: ATTORNEY_HOURS })).id,
  ];
  const history = slotHistory();
  const outcomes: Record<string, number> = {};
  const open: string[] = [];
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];

  const slot = () => ({
    attorney_id: pick(attorneys) ?? "",
    start_at: new Date(
      FIRST_DAY + Math.floor(random() * DAYS * 96) * (HOUR / 4) + (pick([0, 0, 1, -1]) ?? 0),
    ).toISOString(),
    duration_min: pick([5, 15, 30, 30, 60, 60, 90, 180, 1440]) ?? 5,
  });
  const send = (handler: typeof book, id?: string, body?: unknown): Promise<Answer> =>
    call(handler, { key: desk.key, params: id === undefined ? {} : { id }, body });
  const close = (id: string) => {
    const index = open.indexOf(id);
    if (index >= 0) open.splice(index, 1);
  };

  const actions: Record<string, (id: string) => Promise<Answer>> = {
    book: async () => {
      const wanted = slot();
      const body = { ...wanted, lead_id: desk.leadId, type: "Soak" };
      const answer = await history.taking(asked(wanted), () => send(book, undefined, body));
      if (answer.status === 201) open.push(answer.body.id);
      return answer;
    },
    reschedule: (id) => {
      const wanted = slot();
      return history.taking({ ...asked(wanted), id }, () => send(update, id, wanted));
    },
    shift: (id) => send(update, id, { time_zone: pick(["UTC", "Asia/Tokyo", "Europe/Berlin"]) }),
    cancel: (id) => history.ending(id, () => send(update, id, { status: "canceled" })),
    "no-show": (id) => history.ending(id, () => send(markNoShow, id)),
    complete: (id) => send(complete, id),
  };
  const often = { book: 40, reschedule: 30, shift: 4, cancel: 20, "no-show": 5, complete: 1 };
  const urn = Object.entries(often).flatMap(([name, count]) => Array<string>(count).fill(name));

  const act = async () => {
    const name = open.length === 0 ? "book" : (pick(urn) ?? "book");
    const id = pick(open) ?? "";
    const answer = await actions[name]?.(id);
    if (["canceled", "no-show", "completed"].includes(answer?.body.status)) close(id);
    const outcome = `${name} ${answer?.body.error?.code ?? answer?.status}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let begun = 0;
  const worker = async () => {
    while (begun++ < operations) await act();
  };
  await Promise.all(Array.from({ length: workers }, worker));

  const { consultations, days } = await storedConsultations(table);
  const undecided = Object.keys(outcomes).filter(
    (outcome) => /unavailable$|error$/.test(outcome) && !/slot_|attorney_/.test(outcome),
  );
  const problems = [...auditLocks(consultations, days), ...history.unjustified(), ...undecided];
  return { outcomes, consultations: consultations.length, problems };
};

const asked = ({
  attorney_id,
  start_at,
  duration_min,
}: {
  attorney_id: string;
  start_at: string;
  duration_min: number;
}): Asked => {
  const start = Date.parse(start_at);
  return { attorneyId: attorney_id, start, end: start + duration_min * 60_000 };
};

/** Mulberry32. */
const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
