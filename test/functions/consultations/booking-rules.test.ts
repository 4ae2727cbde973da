import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { type BookingRules, NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, send } = useBookingFixture(table);

beforeEach(async () => {
  fakeDate(Date.parse("2055-03-01T12:00:00.000Z"));
  await setFirmRules({});
});

const setFirmRules = (rules: Partial<BookingRules>) =>
  changeSetting(table, fixture.firmId, "bookingRules", { ...NO_BOOKING_RULES, ...rules });

/** An attorney with rules of its own, open all day in UTC. Returns a function that books its slots. */
const attorneyWith = async (rules: Partial<BookingRules>, changes: Partial<Member> = {}) => {
  const { id: attorney_id } = await newAttorney({
    bookingRules: { ...NO_BOOKING_RULES, ...rules },
    ...changes,
  });
  return (start_at: string, more: Record<string, unknown> = {}) =>
    book({ attorney_id, start_at, duration_min: 30, ...more });
};

/** The error code, or the status of an accepted request. */
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

const refusal = (response: ApiResponse) => [
  response.status,
  response.body.error.code,
  violationFields(response),
  response.body.error.next_available[0],
];

describe("notice and advance", () => {
  it("count from the request's instant, and include the limit", async () => {
    const bookAt = await attorneyWith({ minNoticeMinutes: 90, maxAdvanceDays: 2 });
    expect(refusal(await bookAt("2055-03-01T13:29:59.999Z"))).toEqual([
      422,
      "booking_not_allowed",
      ["booking_rules.min_notice_min"],
      "2055-03-01T13:30:00.000Z",
    ]);
    expect(outcomeOf(await bookAt("2055-03-01T13:30:00.000Z"))).toBe(201);
    expect(refusal(await bookAt("2055-03-03T12:00:00.001Z"))).toEqual([
      422,
      "booking_not_allowed",
      ["booking_rules.max_advance_days"],
      undefined,
    ]);
    expect(outcomeOf(await bookAt("2055-03-03T12:00:00.000Z"))).toBe(201);
  });

  it.each([0, 90])(
    "alternatives with a notice of %i can still be booked a moment later",
    async (minNoticeMinutes) => {
      const bookAt = await attorneyWith({ minNoticeMinutes });
      fakeDate(Date.parse("2055-03-01T12:03:17.123Z"));
      const { body } = await bookAt("2055-03-01T12:01:00Z");
      fakeDate(Date.parse("2055-03-01T12:03:18.000Z"));
      const outcomes = [];
      for (const start of body.error.next_available) {
        const response = await bookAt(start);
        outcomes.push(outcomeOf(response));
        await patch(response.body.id, { status: "canceled" });
      }
      expect(outcomes).toEqual([201, 201, 201]);
    },
  );

  it("a notice of 0 forbids only the past", async () => {
    const bookAt = await attorneyWith({ minNoticeMinutes: 0 });
    expect(outcomeOf(await bookAt("2055-03-01T11:59:59.999Z"))).toBe("booking_not_allowed");
    expect(outcomeOf(await bookAt("2055-03-01T12:00:00.000Z"))).toBe(201);
    const free = await attorneyWith({});
    expect(outcomeOf(await free("2055-02-01T11:59:59.999Z"))).toBe(201);
  });
});

describe("the firm's rules and the attorney's", () => {
  it("the attorney's override the firm's field by field", async () => {
    await setFirmRules({ minNoticeMinutes: 60, maxPerDay: 1 });
    const own = await attorneyWith({ minNoticeMinutes: 0, maxAdvanceDays: 1 });
    expect(outcomeOf(await own("2055-03-01T12:00:00Z"))).toBe(201);
    expect(violationFields(await own("2055-03-01T13:00:00Z"))).toEqual(["booking_rules.max_per_day"]);
    expect(violationFields(await own("2055-03-03T13:00:00Z"))).toEqual(["booking_rules.max_advance_days"]);
    const asFirm = await attorneyWith({});
    expect(violationFields(await asFirm("2055-03-01T12:59:00Z"))).toEqual(["booking_rules.min_notice_min"]);
    expect(outcomeOf(await asFirm("2056-03-01T12:59:00Z"))).toBe(201);
  });

  it("all broken rules are named, after hours and time off and before an overlap", async () => {
    const rules = { minNoticeMinutes: 600, maxPerDay: 1 };
    const timeOff = [{ startDate: "2055-03-02", endDate: "2055-03-02", reason: "" }];
    const bookAt = await attorneyWith(rules, { timeOff });
    await bookAt("2055-03-01T22:00:00Z");
    expect(outcomeOf(await bookAt("2055-03-02T00:00:00Z"))).toBe("attorney_unavailable");
    const response = await bookAt("2055-03-01T21:59:59Z");
    expect(refusal(response)).toEqual([
      422,
      "booking_not_allowed",
      ["booking_rules.min_notice_min", "booking_rules.max_per_day"],
      "2055-03-03T00:00:00.000Z",
    ]);
  });
});

describe("the buffer", () => {
  it.each(["2055-03-03T12:00:00Z", "2055-03-04T00:00:00Z", "2055-03-03T23:50:00Z"])(
    "stays free on both sides of a consultation at %s",
    async (start) => {
      const bookAt = await attorneyWith({ bufferMinutes: 20 });
      expect(outcomeOf(await bookAt(start))).toBe(201);
      const from = (minutes: number, milliseconds = 0) =>
        bookAt(new Date(Date.parse(start) + minutes * 60_000 + milliseconds).toISOString());
      for (const response of [await from(-50, 1), await from(50, -1), await from(30)]) {
        expect([response.status, response.body.error.code, response.body.error.details]).toEqual([
          409,
          "slot_unavailable",
          null,
        ]);
      }
      expect(outcomeOf(await from(-50))).toBe(201);
      expect(outcomeOf(await from(50))).toBe(201);
    },
  );
});

describe("the number a day", () => {
  /** In New York, the day of 2055-03-14 has 23 hours, from 05:00Z, and that of 2055-11-07 25, from 04:00Z. */
  it.each([
    [
      "23 hours",
      ["2055-03-14T04:30:00Z", "2055-03-14T05:00:00Z", "2055-03-15T03:59:59Z", "2055-03-15T04:30:00Z"],
    ],
    [
      "25 hours",
      ["2055-11-07T03:30:00Z", "2055-11-07T04:00:00Z", "2055-11-08T04:59:59Z", "2055-11-08T05:30:00Z"],
    ],
  ])(
    "counts a local day of %s, which spans two UTC days",
    async (_, [before = "", first = "", last = "", after = ""]) => {
      const bookAt = await attorneyWith({ maxPerDay: 2 }, { timeZone: "America/New_York" });
      for (const start of [first, last]) expect(outcomeOf(await bookAt(start))).toBe(201);
      const third = await bookAt(`${first.slice(0, 10)}T20:00:00Z`);
      expect(violationFields(third)).toEqual(["booking_rules.max_per_day"]);
      for (const start of [before, after]) expect(outcomeOf(await bookAt(start))).toBe(201);
    },
  );

  it("counts completed consultations, but not canceled ones or those that began the day before", async () => {
    const bookAt = await attorneyWith({ maxPerDay: 1 });
    expect(outcomeOf(await bookAt("2055-03-02T23:45:00Z"))).toBe(201);
    const { id } = (await bookAt("2055-03-03T10:00:00Z")).body;
    expect(outcomeOf(await bookAt("2055-03-03T12:00:00Z"))).toBe("booking_not_allowed");
    await patch(id, { status: "canceled" });
    const { id: second } = (await bookAt("2055-03-03T12:00:00Z")).body;
    await send(completeHandler, { params: { id: second }, body: {} });
    expect(outcomeOf(await bookAt("2055-03-03T14:00:00Z"))).toBe("booking_not_allowed");
  });

  it("does not count a consultation against its own reschedule", async () => {
    const bookAt = await attorneyWith({ maxPerDay: 1, bufferMinutes: 60 });
    const { id } = (await bookAt("2055-03-03T23:00:00Z")).body;
    expect(outcomeOf(await patch(id, { start_at: "2055-03-03T23:30:00Z" }))).toBe(200);
    expect(outcomeOf(await patch(id, { start_at: "2055-03-04T00:15:00Z" }))).toBe(200);
    expect(outcomeOf(await patch(id, { start_at: "2055-03-03T23:45:00Z" }))).toBe(200);
  });
});

describe("ignore_booking_rules", () => {
  it("leaves the rules out of a booking and a reschedule, but not hours, time off or overlaps", async () => {
    const rules = { minNoticeMinutes: 600, maxAdvanceDays: 1, bufferMinutes: 30, maxPerDay: 1 };
    const bookAt = await attorneyWith(rules, {
      officeHours: ROUND_THE_CLOCK.map((window) => ({ ...window, start: "01:00" })),
      timeOff: [{ startDate: "2055-03-05", endDate: "2055-03-05", reason: "" }],
    });
    const ignoring = { ignore_booking_rules: true };
    const { id } = (await bookAt("2055-02-28T10:00:00Z", ignoring)).body;
    expect(outcomeOf(await bookAt("2055-02-28T10:30:00Z", ignoring))).toBe(201);
    expect(outcomeOf(await bookAt("2055-02-28T10:59:59.999Z", ignoring))).toBe("slot_unavailable");
    expect(outcomeOf(await bookAt("2055-03-05T10:00:00Z", ignoring))).toBe("attorney_unavailable");
    expect(outcomeOf(await bookAt("2055-03-06T00:30:00Z", ignoring))).toBe("outside_office_hours");
    expect(outcomeOf(await patch(id, { start_at: "2055-02-28T09:00:00Z" }))).toBe("booking_not_allowed");
    expect(outcomeOf(await patch(id, { start_at: "2055-02-28T09:00:00Z", ...ignoring }))).toBe(200);
  });
});
