import { afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import type { Context } from "aws-lambda";
import { handler as bookHandler } from "../../functions/consultations/book-consultation.ts";
import { handler as updateHandler } from "../../functions/consultations/update-consultation.ts";
import { handler as updateFirmHandler } from "../../functions/firm/update-firm.ts";
import { handler as createHoldHandler } from "../../functions/holds/create-hold.ts";
import { handler as deleteHoldHandler } from "../../functions/holds/delete-hold.ts";
import type { Table } from "../../shared/table/table.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  ROUND_THE_CLOCK,
  readStoredConsultations,
} from "./consultations.ts";
import { addKey, addMember } from "./firms.ts";
import { type ApiResponse, call } from "./http-call.ts";
import { findSlotViolations } from "./slot-invariants.ts";

export const ROUND_THE_CLOCK_IN_UTC = { officeHours: ROUND_THE_CLOCK, timeZone: "UTC" };

/** Creates one booking fixture per file, and a new attorney (UTC, open all day) before each test. */
export const useBookingFixture = (table: Table) => {
  let current: BookingFixture | undefined;
  const fixture = (): BookingFixture => {
    if (current === undefined) throw new Error("The fixture is created by beforeAll.");
    return current;
  };
  const newAttorney = () => addMember(table, fixture().firmId, ROUND_THE_CLOCK_IN_UTC);

  beforeAll(async () => {
    current = await createBookingFixture(table);
  });
  beforeEach(async () => {
    current = { ...fixture(), attorney: await newAttorney() };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  return {
    fixture,
    newAttorney,
    book: (changes: Record<string, unknown> = {}, context: Partial<Context> = {}) =>
      call(bookHandler, { key: fixture().key, body: bookingBody(fixture(), changes) }, context),
    /** Changes the firm's settings through the API. */
    updateFirm: async (body: object) => {
      const key = await addKey(table, fixture().firmId, { scopes: ["settings:write"] });
      expect((await call(updateFirmHandler, { key, body })).status).toBe(200);
    },
    /** Holds the slot of `book`. */
    hold: (changes: Record<string, unknown> = {}, headers?: Record<string, string>) => {
      const { attorney_id, start_at, duration_min } = bookingBody(fixture());
      const body = { attorney_id, start_at, duration_min, ...changes };
      return call(createHoldHandler, { key: fixture().key, body, headers });
    },
    deleteHold: (id: string) => call(deleteHoldHandler, { key: fixture().key, params: { id } }),
    patch: (id: string, body: unknown) => call(updateHandler, { key: fixture().key, params: { id }, body }),
  };
};

export const expectConsistentSlots = async (table: Table) => {
  const { consultations, days } = await readStoredConsultations(table);
  expect(findSlotViolations(consultations, days)).toEqual([]);
};

/** An instant on Wednesday 2055-03-03 (UTC), as ISO 8601. */
export const atMinute = (minutes: number) => new Date(Date.UTC(2055, 2, 3) + minutes * 60_000).toISOString();

export const times = <Value>(count: number, create: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => create(index));

/** Counts responses by error code, or by status where there is no error. */
export const countOutcomes = (responses: readonly ApiResponse[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const outcome = body.error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
