import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as bookHandler } from "../../functions/consultations/book-consultation.ts";
import { handler as completeHandler } from "../../functions/consultations/complete-consultation.ts";
import { handler as noShowHandler } from "../../functions/consultations/mark-no-show.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { bookingBody, readStoredConsultations } from "../support/consultations.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { findSlotViolations } from "../support/slot-invariants.ts";
import { crashAtCall, recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, send, patch } = useBookingFixture(table);
let second: Member;
let serial = 0;
beforeEach(async () => {
  second = await newAttorney();
});

const START = "2055-03-03T23:30:00.000Z";
const book = (key: string) =>
  send(bookHandler, { headers: { "idempotency-key": key }, body: bookingBody(fixture, { start_at: START }) });
const booked = async () => (await book(`crash-${serial++}`)).body.id as string;

type Action = {
  readonly name: string;
  readonly act: (id: string) => Promise<ApiResponse>;
  readonly status: string;
};

const ACTIONS: readonly Action[] = [
  {
    name: "a reschedule to another attorney and other days",
    act: (id) => patch(id, { attorney_id: second.id, start_at: "2055-03-07T23:30:00Z" }),
    status: "rescheduled",
  },
  {
    name: "a reschedule of only the duration",
    act: (id) => patch(id, { duration_min: 90 }),
    status: "rescheduled",
  },
  { name: "a cancel", act: (id) => patch(id, { status: "canceled" }), status: "canceled" },
  {
    name: "a no-show",
    act: (id) => send(noShowHandler, { params: { id } }),
    status: "no-show",
  },
  {
    name: "a completion",
    act: (id) => send(completeHandler, { params: { id } }),
    status: "completed",
  },
];

const readConsistentState = async (id: string) => {
  const { consultations, days } = await readStoredConsultations(table);
  expect(findSlotViolations(consultations, days)).toEqual([]);
  return consultations.find((each) => each.id === id);
};

describe.each(["before", "after"] as const)("a crash %s any call to the store", (when) => {
  it.each(ACTIONS)("during $name writes all of it or nothing", async ({ act, status }) => {
    const first = await booked();
    const calls = (await recordStoreCalls(() => act(first))).length;
    expect(calls).toBeGreaterThan(0);
    for (let nth = 0; nth < calls; nth++) {
      second = await newAttorney();
      Object.assign(fixture, { attorney: await newAttorney() });
      const id = await booked();
      crashAtCall(nth, when);
      expect((await act(id)).status).toBe(500);
      jest.restoreAllMocks();
      const isWritten = when === "after" && nth === calls - 1;
      expect((await readConsistentState(id))?.status).toBe(isWritten ? status : "scheduled");
    }
  });

  it.each([0, 1])(
    "during a booking writes all of it or nothing, and a repeat returns the one booking (call %i)",
    async (nth) => {
      const key = `repeat-${when}-${nth}`;
      const before = (await readStoredConsultations(table)).consultations.length;
      crashAtCall(nth, when);
      expect((await book(key)).status).toBe(500);
      jest.restoreAllMocks();
      const isWritten = when === "after" && nth === 1;
      const added = (await readStoredConsultations(table)).consultations.length - before;
      expect(added).toBe(isWritten ? 1 : 0);
      const repeat = await book(key);
      expect([repeat.status, repeat.headers["idempotent-replayed"]]).toEqual([
        201,
        isWritten ? "true" : undefined,
      ]);
      expect((await readConsistentState(repeat.body.id))?.revision).toBe(1);
      expect((await readStoredConsultations(table)).consultations.length - before).toBe(1);
    },
  );
});
