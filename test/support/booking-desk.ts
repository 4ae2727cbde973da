import { afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import { handler as bookHandler } from "../../functions/consultations/book-consultation.ts";
import { handler as updateHandler } from "../../functions/consultations/update-consultation.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { bookingOf, type Desk, newDesk, roundTheClock, storedConsultations } from "./consultations.ts";
import { addMember } from "./firms.ts";
import { type Answer, call } from "./http-call.ts";
import { auditLocks } from "./lock-audit.ts";

export const ROUND_THE_CLOCK_IN_UTC = { officeHours: roundTheClock, timeZone: "UTC" };

/** A desk for a file's tests, each of which books with a new attorney, in UTC and round the clock. */
export const useBookingDesk = (table: Table) => {
  const held: { desk?: Desk } = {};
  const desk = (): Desk => {
    if (held.desk === undefined) throw new Error("The desk opens with the first test.");
    return held.desk;
  };
  const newAttorney = () => addMember(table, desk().firmId, ROUND_THE_CLOCK_IN_UTC);

  beforeAll(async () => {
    held.desk = await newDesk(table);
  });
  beforeEach(async () => {
    held.desk = { ...desk(), attorney: await newAttorney() };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  return {
    desk,
    newAttorney,
    book: (changes: Record<string, unknown> = {}) =>
      call(bookHandler, { key: desk().key, body: bookingOf(desk(), changes) }),
    patch: (id: string, body: unknown) => call(updateHandler, { key: desk().key, params: { id }, body }),
  };
};

export const expectSoundLocks = async (table: Table) => {
  const { consultations, days } = await storedConsultations(table);
  expect(auditLocks(consultations, days)).toEqual([]);
};

/** So many minutes into a Wednesday. */
export const at = (minutes: number) => new Date(Date.UTC(2027, 2, 3) + minutes * 60_000).toISOString();

export const times = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index));

/** How many answers there are of each error code, or status where there is none. */
export const tally = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = body.error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
