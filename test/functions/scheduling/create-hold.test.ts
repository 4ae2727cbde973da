import { beforeEach, describe, expect, it } from "@jest/globals";
import { daysWithin } from "../../../shared/scheduling/attorney-day.store.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { readRecords } from "../../../shared/table/read-records.ts";
import { attorneyHoldsKey } from "../../../shared/table/record-keys.ts";
import { atMinute, times, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { putItems } from "../../support/put-items.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, book, hold, deleteHold } = useBookingFixture(table);
const NOW = Date.parse("2055-03-01T12:00:00.000Z");
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

beforeEach(() => {
  fakeDate(NOW);
});

/** Sets the clock to so many seconds after the start of the test. */
const atSecond = (seconds: number) => fakeDate(NOW + seconds * 1000);

describe("POST /api/holds", () => {
  it("keeps a slot for ten minutes unless the body says otherwise", async () => {
    const response = await hold();
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: response.body.id,
      attorney_id: fixture.attorney.id,
      start_at: "2055-03-03T10:00:00.000Z",
      duration_min: 60,
      expires_at: "2055-03-01T12:10:00.000Z",
    });
  });

  it("needs an attorney of the firm, and reports that together with other violations", async () => {
    const other = await createBookingFixture(table);
    const response = await hold({ attorney_id: other.attorney.id, seconds: 29 });
    expect([response.status, violationFields(response)]).toEqual([422, ["seconds", "attorney_id"]]);
  });

  it("a write on the same day deletes expired holds", async () => {
    for (const minute of [0, 100, 200])
      await hold({ start_at: atMinute(minute), seconds: minute === 200 ? 900 : 30 });
    atSecond(60);
    await book({ start_at: atMinute(300) });
    const range = { start: Date.parse(atMinute(0)), end: Date.parse(atMinute(1)) };
    const { firmId, attorney } = fixture;
    const { days } = await readRecords(table, { days: daysWithin(firmId, attorney.id, range) });
    const starts = days.flatMap(({ slots }) => slots).map(({ start }) => new Date(start).toISOString());
    expect(starts.toSorted()).toEqual([atMinute(200), atMinute(300)]);
  });

  it("an expired hold across midnight does not hide a booking at its start", async () => {
    await hold({ start_at: atMinute(1_410), seconds: 30 });
    atSecond(60);
    expect(outcomeOf(await book({ start_at: atMinute(1_410), duration_min: 30 }))).toBe(201);
    expect(outcomeOf(await book({ start_at: atMinute(1_425) }))).toBe("slot_unavailable");
  });
});

/** Returns the record of an attorney's holds, which expire after so many seconds. */
const holdsOf = ({ firmId, attorney }: typeof fixture, seconds: readonly number[]) => ({
  ...attorneyHoldsKey(firmId, attorney.id),
  version: seconds.length,
  expiries: Object.fromEntries(seconds.map((each, index) => [String(index), Date.now() + each * 1_000])),
});

describe("live holds of an attorney", () => {
  it("are at most 20; expired and converted holds do not count", async () => {
    const holdAt = (hour: number) => hold({ start_at: atMinute(hour * 60 * 20), seconds: 900 });
    await putItems(table, [holdsOf(fixture, [30, ...times(LIMITS.liveHolds - 2, () => 900)])]);
    expect(outcomeOf(await holdAt(1))).toBe(201);
    const beyond = await holdAt(30);
    expect([beyond.status, violationFields(beyond)]).toEqual([422, ["holds"]]);
    atSecond(31);
    const { body } = await holdAt(31);
    expect(outcomeOf(await holdAt(32))).toBe("booking_not_allowed");
    expect(outcomeOf(await book({ start_at: body.start_at, hold_id: body.id }))).toBe(201);
    expect([outcomeOf(await holdAt(33)), outcomeOf(await holdAt(34))]).toEqual([201, "booking_not_allowed"]);
  });
});

describe("a hold's Idempotency-Key", () => {
  const repeat = () => hold({ seconds: 30 }, { "idempotency-key": fixture.attorney.id });

  it("returns the same hold for a repeat while it keeps its slot", async () => {
    const { body: first } = await repeat();
    atSecond(30);
    const again = await repeat();
    expect([again.status, again.body]).toEqual([201, first]);
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  it.each([
    ["has expired", async () => atSecond(31)],
    ["was deleted", (id: string) => deleteHold(id)],
    ["was used", (id: string) => book({ hold_id: id })],
  ])("is refused once the hold %s", async (_, end) => {
    await end((await repeat()).body.id);
    const refused = await repeat();
    expect([refused.status, violationFields(refused)]).toEqual([422, ["Idempotency-Key"]]);
  });
});
