import { handler as book } from "../../functions/consultations/book-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as update } from "../../functions/consultations/update-consultation.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { newBookingHistory, type RequestedSlot } from "./booking-history.ts";
import { createBookingFixture, ROUND_THE_CLOCK, readStoredConsultations } from "./consultations.ts";
import { ATTORNEY_HOURS, addMember } from "./firms.ts";
import { type ApiResponse, call } from "./http-call.ts";
import { findSlotViolations } from "./slot-invariants.ts";

type Soak = { readonly operations: number; readonly workers: number; readonly seed: number };

export type SoakReport = {
  /** Counts of `<action> <status or error code>`. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly consultations: number;
  /** Violated invariants; empty on success. */
  readonly problems: readonly string[];
};

const DAYS = 12;
const FIRST_DAY = Date.UTC(2055, 2, 8);
const HOUR = 3_600_000;

/** Books, reschedules and ends consultations at random and concurrently, then checks the stored result. */
export const soakBookings = async (
  table: Table,
  { operations, workers, seed }: Soak,
): Promise<SoakReport> => {
  const fixture = await createBookingFixture(table);
  const attorneys = [
    fixture.attorney.id,
    (await addMember(table, fixture.firmId, { officeHours: ROUND_THE_CLOCK, timeZone: "Pacific/Auckland" }))
      .id,
    (await addMember(table, fixture.firmId, { officeHours: ATTORNEY_HOURS })).id,
  ];
  const history = newBookingHistory();
  const outcomes: Record<string, number> = {};
  const open: string[] = [];
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];

  const randomSlot = () => ({
    attorney_id: pick(attorneys) ?? "",
    start_at: new Date(
      FIRST_DAY + Math.floor(random() * DAYS * 96) * (HOUR / 4) + (pick([0, 0, 1, -1]) ?? 0),
    ).toISOString(),
    duration_min: pick([5, 15, 30, 30, 60, 60, 90, 180, 1440]) ?? 5,
  });
  const send = (handler: typeof book, id?: string, body?: unknown): Promise<ApiResponse> =>
    call(handler, { key: fixture.key, params: id === undefined ? {} : { id }, body });
  const removeOpen = (id: string) => {
    const index = open.indexOf(id);
    if (index >= 0) open.splice(index, 1);
  };

  const actions: Record<string, (id: string) => Promise<ApiResponse>> = {
    book: async () => {
      const input = randomSlot();
      const body = { ...input, lead_id: fixture.leadId, type: "Soak" };
      const response = await history.recordBooking(toRequestedSlot(input), () => send(book, undefined, body));
      if (response.status === 201) open.push(response.body.id);
      return response;
    },
    reschedule: (id) => {
      const input = randomSlot();
      return history.recordBooking({ ...toRequestedSlot(input), id }, () => send(update, id, input));
    },
    "change-zone": (id) => send(update, id, { time_zone: pick(["UTC", "Asia/Tokyo", "Europe/Berlin"]) }),
    cancel: (id) => history.recordRelease(id, () => send(update, id, { status: "canceled" })),
    "no-show": (id) => history.recordRelease(id, () => send(markNoShow, id)),
    complete: (id) => send(complete, id),
  };
  const weights = { book: 40, reschedule: 30, "change-zone": 4, cancel: 20, "no-show": 5, complete: 1 };
  const weightedNames = Object.entries(weights).flatMap(([name, count]) => Array<string>(count).fill(name));

  const runRandomAction = async () => {
    const name = open.length === 0 ? "book" : (pick(weightedNames) ?? "book");
    const id = pick(open) ?? "";
    const response = await actions[name]?.(id);
    if (["canceled", "no-show", "completed"].includes(response?.body.status)) removeOpen(id);
    const outcome = `${name} ${response?.body.error?.code ?? response?.status}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  let started = 0;
  const worker = async () => {
    while (started++ < operations) await runRandomAction();
  };
  await Promise.all(Array.from({ length: workers }, worker));

  const { consultations, days } = await readStoredConsultations(table);
  const unexpectedErrors = Object.keys(outcomes).filter(
    (outcome) => /unavailable$|error$/.test(outcome) && !/slot_|attorney_/.test(outcome),
  );
  const problems = [
    ...findSlotViolations(consultations, days),
    ...history.findUnjustifiedRejections(),
    ...unexpectedErrors,
  ];
  return { outcomes, consultations: consultations.length, problems };
};

const toRequestedSlot = ({
  attorney_id,
  start_at,
  duration_min,
}: {
  attorney_id: string;
  start_at: string;
  duration_min: number;
}): RequestedSlot => {
  const start = Date.parse(start_at);
  return { attorneyId: attorney_id, start, end: start + duration_min * 60_000 };
};

/** Seeded random numbers in [0, 1): the Mulberry32 generator. */
const randomNumbers = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
