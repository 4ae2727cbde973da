import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/attorneys/find-availability.ts";
import { handler as getAvailability } from "../../../functions/attorneys/get-availability.ts";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  ROUND_THE_CLOCK,
} from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const RANGE = { from: "2055-03-12T00:00:00Z", to: "2055-03-18T00:00:00Z" };
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const ZONES = ["America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];

let fixture: BookingFixture;
let pool: string[];
beforeEach(async () => {
  fixture = await createBookingFixture(table);
  const attorneys = await Promise.all(
    ZONES.map((timeZone, index) =>
      addMember(table, fixture.firmId, {
        timeZone,
        officeHours: [1, 2, 3, 4, 7].map((weekday) => ({ weekday, start: "09:10", end: `1${2 + index}:00` })),
        bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 15 * index, maxPerDay: index === 1 ? 2 : null },
      }),
    ),
  );
  pool = attorneys.map(({ id }) => id);
  const type = { key: "initial", name: "Initial", duration_min: 45, attorney_ids: pool };
  const closed = { key: "closed", name: "Closed", duration_min: 45, attorney_ids: [] };
  await call(updateFirm, {
    key: fixture.key,
    body: {
      consultation_types: [type, closed],
      holidays: [{ start_date: "2055-03-16", end_date: "2055-03-16" }],
    },
  });
});

const find = (query: Record<string, string>) => call(handler, { key: fixture.key, query });
const ofOne = async (id: string, query: Record<string, string>) =>
  (await call(getAvailability, { key: fixture.key, params: { id }, query })).body.data as string[];

type Start = { readonly start_at: string; readonly attorney_ids: readonly string[] };

/** Returns the combined starts from the availability lists of single attorneys. */
const union = async (ids: readonly string[], query: Record<string, string>): Promise<Start[]> => {
  const lists = await Promise.all(ids.map((id) => ofOne(id, query)));
  const starts = [...new Set(lists.flat())].toSorted();
  return starts.map((start_at) => ({
    start_at,
    attorney_ids: ids.filter((_, index) => lists[index]?.includes(start_at)).toSorted(),
  }));
};

const sorted = (data: readonly Start[]) =>
  data.map(({ start_at, attorney_ids }) => ({ start_at, attorney_ids: [...attorney_ids].toSorted() }));

describe("GET /api/availability", () => {
  it("lists for a type what the single availabilities list together, in order", async () => {
    const { status, body } = await find({ ...RANGE, type: "initial" });
    expect(status).toBe(200);
    expect(body.time_zone).toBe("America/New_York");
    expect(sorted(body.data)).toEqual(await union(pool, { ...RANGE, duration_min: "45" }));
    expect(body.data.length).toBeGreaterThan(60);
  });

  it("lists the attorneys whom the request names, with its duration and step", async () => {
    const query = { ...RANGE, duration_min: "60", step_min: "30" };
    const [, one = "", other = ""] = pool;
    const { body } = await find({ ...query, type: "initial", attorneys: `${one.toUpperCase()}, ${other}` });
    expect(sorted(body.data)).toEqual(await union([one, other], query));
  });

  it("lists everybody who can be booked if no type is given, and nobody for an empty pool", async () => {
    await addMember(table, fixture.firmId, { active: false, officeHours: ROUND_THE_CLOCK });
    const query = { from: "2055-03-15T00:00:00Z", to: "2055-03-15T04:00:00Z", duration_min: "60" };
    const { body } = await find(query);
    expect(sorted(body.data)).toEqual(await union([fixture.attorney.id, ...pool], query));
    expect((await find({ ...query, type: "closed" })).body.data).toEqual([]);
  });

  it("accepts a booking of any attorney at each start, one after the other", async () => {
    const range = {
      from: "2055-03-17T00:00:00Z",
      to: "2055-03-18T00:00:00Z",
      type: "initial",
      step_min: "45",
    };
    const before = (await find(range)).body.data as Start[];
    for (const { start_at } of before.filter((_, index) => index % 3 === 0)) {
      const body = bookingBody(fixture, {
        type: "initial",
        start_at,
        attorney_id: undefined,
        duration_min: 45,
      });
      const next = (await find(range)).body.data as Start[];
      const isFree = next.some((each) => each.start_at === start_at);
      const { status } = await call(bookHandler, { key: fixture.key, body });
      expect([start_at, status]).toEqual([start_at, isFree ? 201 : 409]);
    }
  });

  it("answers 422 for more starts than one response can hold", async () => {
    const big = await createBookingFixture(table);
    for (let count = 0; count < 19; count += 1)
      await addMember(table, big.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
    const query = { from: "2055-03-01T00:00:00Z", to: "2055-04-01T00:00:00Z", duration_min: "5" };
    const response = await call(handler, { key: big.key, query: { ...query, step_min: "5" } });
    expect([response.status, violationFields(response)]).toEqual([422, ["to"]]);
    expect((await call(handler, { key: big.key, query })).status).toBe(200);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ ...RANGE, from: "2055-03-03" }, ["from", "duration_min"]],
    [{ ...RANGE, type: "Initial" }, ["type"]],
    [{ ...RANGE, type: "initial", to: "2055-04-12T00:00:00.001Z" }, ["to"]],
    [{ ...RANGE, type: "initial", attorneys: "nobody" }, ["attorneys"]],
    [{ ...RANGE, type: "initial", attorneys: UNKNOWN }, ["attorneys"]],
    [{ ...RANGE, type: "initial", attorneys: Array(21).fill(UNKNOWN).join(",") }, ["attorneys"]],
  ])("rejects %j", async (query, fields) => {
    const response = await find(query);
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
  });
});
