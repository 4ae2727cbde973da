import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { type BookingRules, NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { newAttorney, book, patch, send } = useBookingFixture(table);

beforeEach(() => {
  fakeDate(Date.parse("2055-03-01T12:00:00.000Z"));
});

/** Creates an attorney with its own rules, open all day in UTC. Returns a function that books its slots. */
const attorneyWith = async (rules: Partial<BookingRules>) => {
  const { id: attorney_id } = await newAttorney({ bookingRules: { ...NO_BOOKING_RULES, ...rules } });
  return (start_at: string) => book({ attorney_id, start_at, duration_min: 30 });
};

/** Returns the error code, or the status of an accepted request. */
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

describe("the rules of notice and advance", () => {
  it.each([0, 90])(
    "offer alternatives that can still be booked a moment later with a notice of %i",
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
});

describe("the rule of consultations a day", () => {
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
