import { beforeAll, beforeEach, expect } from "@jest/globals";
import type { Context } from "aws-lambda";
import { handler as bookHandler } from "../../functions/consultations/book-consultation.ts";
import { handler as updateHandler } from "../../functions/consultations/update-consultation.ts";
import { handler as createHoldHandler } from "../../functions/scheduling/create-hold.ts";
import { handler as deleteHoldHandler } from "../../functions/scheduling/delete-hold.ts";
import { handler as updateFirmHandler } from "../../functions/settings/update-firm.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import type { Table } from "../../shared/table/table.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  ROUND_THE_CLOCK,
  readStoredConsultations,
} from "./consultations.ts";
import { addMember } from "./firms.ts";
import { type ApiRequest, type ApiResponse, call } from "./http-call.ts";
import { findSlotViolations } from "./slot-invariants.ts";

type Handler = Parameters<typeof call>[0];

export const ROUND_THE_CLOCK_IN_UTC = { officeHours: ROUND_THE_CLOCK, timeZone: "UTC" };

/**
 * Creates one booking fixture per file, or one before each test with `beforeEach`, and a new attorney (UTC, open all
 * day) before each test. Returns it with the requests that tests send.
 */
export const useBookingFixture = (table: Table, before = beforeAll) => {
  const fixture = {} as BookingFixture;
  const newAttorney = (changes: Partial<Member> = {}) =>
    addMember(table, fixture.firmId, { ...ROUND_THE_CLOCK_IN_UTC, ...changes });
  before(async () => {
    Object.assign(fixture, await createBookingFixture(table));
  });
  beforeEach(async () => {
    Object.assign(fixture, { attorney: await newAttorney() });
  });

  /** Sends a request with the fixture's key, or the one that the request names. */
  const send = (handler: Handler, request: ApiRequest = {}, context: Partial<Context> = {}) =>
    call(handler, { key: fixture.key, ...request }, context);
  return {
    fixture,
    newAttorney,
    send,
    book: (
      changes: Record<string, unknown> = {},
      context: Partial<Context> = {},
      headers?: Record<string, string>,
    ) => send(bookHandler, { body: bookingBody(fixture, changes), headers }, context),
    /** Changes the firm's settings through the API. */
    updateFirm: async (body: object) => {
      expect((await send(updateFirmHandler, { body })).status).toBe(200);
    },
    /** Holds the slot of `book`. */
    hold: (
      changes: Record<string, unknown> = {},
      headers?: Record<string, string>,
      context: Partial<Context> = {},
    ) => {
      const { attorney_id, start_at, duration_min } = bookingBody(fixture);
      const body = { attorney_id, start_at, duration_min, ...changes };
      return send(createHoldHandler, { body, headers }, context);
    },
    deleteHold: (id: string) => send(deleteHoldHandler, { params: { id } }),
    patch: (id: string, body: unknown) => send(updateHandler, { params: { id }, body }),
  };
};

export const expectConsistentSlots = async (table: Table) => {
  const { consultations, days } = await readStoredConsultations(table);
  expect(findSlotViolations(consultations, days)).toEqual([]);
};

/** Returns an instant on Wednesday 2055-03-03 (UTC), as ISO 8601. */
export const atMinute = (minutes: number) => new Date(Date.UTC(2055, 2, 3) + minutes * 60_000).toISOString();

export const times = <Value>(count: number, create: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => create(index));

/** Counts responses by error code, or by status if there is no error. */
export const countOutcomes = (responses: readonly ApiResponse[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of responses) {
    const outcome = body.error?.code ?? String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
