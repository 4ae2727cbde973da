import { expect, it } from "@jest/globals";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { atMinute, useBookingFixture } from "../support/booking-fixture.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { recordStoreTrips } from "../support/store-trips.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, send, book, hold, patch, updateFirm } = useBookingFixture(table);

const HOUR = 60;
const at = (day: number, minute: number) => ({ start_at: atMinute(day * 24 * HOUR + minute) });
const LATE = { duration_min: 15 };

/** Takes the first hours of the next day. */
const takeMorning = (day: number) => book({ ...at(day + 1, 15), duration_min: 120 });
const changeAttorney = (body: object) => send(updateMember, { params: { id: fixture.attorney.id }, body });
const typeOf = (duration_min: number) => ({
  consultation_types: [{ key: "first", name: "First", duration_min }],
});

/** A consultation of the fixture's attorney, which the requests move. */
let own = "";
const newOwn = async (duration_min: number) => {
  own = (await book({ ...at(-9, 0), duration_min })).body.id;
};
/** Has the instance move a consultation of somebody else. */
const moveOther = async () => {
  const { body } = await book({ attorney_id: (await newAttorney()).id });
  await patch(body.id, at(0, 14 * HOUR));
};

type Case = {
  /** Makes the guess right. */
  readonly right: () => Promise<unknown>;
  /** Makes it wrong, as another instance may. */
  readonly wrong: () => Promise<unknown>;
  readonly request: (day: number) => Promise<ApiResponse>;
  /** Takes time that only the truth forbids the request to touch. */
  readonly takeTime?: (day: number) => Promise<ApiResponse>;
  readonly refusal?: string;
  /** Absent where the next request guesses right. */
  readonly staysWrong?: true;
};

const CASES: Record<string, Case> = {
  "the duration of a booking's type": {
    right: () => updateFirm(typeOf(30)),
    wrong: () => updateFirm(typeOf(120)),
    request: (day) => book({ ...at(day, 23 * HOUR), type: "first", duration_min: undefined }),
  },
  "the firm's rules": {
    right: () => updateFirm({ booking_rules: { buffer_min: 0 } }),
    wrong: () => updateFirm({ booking_rules: { buffer_min: 60 } }),
    request: (day) => book({ ...at(day, 23.5 * HOUR), ...LATE }),
  },
  "the attorney's rules": {
    right: () => changeAttorney({ booking_rules: { buffer_min: 0 } }),
    wrong: () => changeAttorney({ booking_rules: { buffer_min: 60 } }),
    request: (day) => hold({ ...at(day, 23.5 * HOUR), ...LATE }),
  },
  "the attorney's time zone": {
    right: () => changeAttorney({ time_zone: "UTC", booking_rules: { max_per_day: 1 } }),
    wrong: () => changeAttorney({ time_zone: "America/New_York" }),
    request: (day) => book(at(day, 2 * HOUR)),
    takeTime: (day) => book(at(day - 1, 12 * HOUR)),
    refusal: "booking_not_allowed",
  },
  "the attorney of a move": {
    right: () => newOwn(60),
    wrong: moveOther,
    request: (day) => patch(own, at(day, 12 * HOUR)),
    takeTime: (day) => book(at(day, 12 * HOUR)),
  },
  "the duration of a move": {
    right: () => newOwn(60),
    wrong: () => patch(own, { duration_min: 180 }),
    request: (day) => patch(own, at(day, 22 * HOUR)),
    staysWrong: true,
  },
};

it.each(Object.entries(CASES))(
  "%s may be guessed wrong: it costs a round trip, and nothing else",
  async (_, row) => {
    const { right, wrong, request, takeTime = takeMorning, refusal = "slot_unavailable", staysWrong } = row;
    /** Returns the outcome of a request, and its round trips. */
    const ask = async (day: number) => {
      let outcome: unknown;
      const trips = await recordStoreTrips(async () => {
        const { status, body } = await request(day);
        outcome = body.error?.code ?? (status < 300 ? "done" : status);
      });
      return [outcome, trips.length] as const;
    };
    await right();
    await ask(0);
    expect((await takeTime(20)).status).toBe(201);
    const [outcome, trips] = await ask(10);
    expect([outcome, trips]).toEqual(["done", 2]);

    await wrong();
    expect(await ask(20)).toEqual([refusal, expect.any(Number)]);
    await right();
    // Days beyond those that matter cost nothing.
    expect(await ask(30)).toEqual(["done", trips]);
    await wrong();
    expect(await ask(40)).toEqual(["done", trips + 1]);
    expect(await ask(50)).toEqual(["done", staysWrong ? trips + 1 : trips]);
  },
);
