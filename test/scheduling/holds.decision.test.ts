import { describe, expect, it } from "@jest/globals";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { parseDay } from "../../shared/scheduling/attorney-day.store.ts";
import { createHold } from "../../shared/scheduling/create-hold.ts";
import { deleteHold } from "../../shared/scheduling/delete-hold.ts";
import { holdResource } from "../../shared/scheduling/hold.rules.ts";
import { holdToItem } from "../../shared/scheduling/hold.store.ts";
import { endHold, putHold } from "../../shared/scheduling/slot-writes.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { attorneyHoldsKey } from "../../shared/table/record-keys.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import {
  decided,
  FIRM_ID,
  NEW_ID,
  NOW_MILLISECONDS,
  newSettings,
  plainWrites,
  refusalOf,
} from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const START = "2055-03-03T10:00:00.000Z";
const attorney = newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
const instant = (seconds: number) => new Date(NOW_MILLISECONDS + seconds * 1000).toISOString();
const held = {
  id: NEW_ID,
  attorneyId: attorney.id,
  startAt: START,
  durationMinutes: 60,
  expiresAt: instant(600),
};

type Given = {
  readonly member?: Partial<Member>;
  /** The seconds until the attorney's holds expire. */
  readonly holds?: readonly number[];
  readonly taken?: readonly string[];
};

const initial = {
  key: "initial",
  name: "Initial",
  durationMinutes: 60,
  amount: null,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};

const create = (changes: object, { member, holds = [], taken = [] }: Given = {}) => {
  const json = { attorney_id: attorney.id, start_at: START, duration_min: 60, ...changes };
  const expiries = Object.fromEntries(
    holds.map((seconds, index) => [index, NOW_MILLISECONDS + seconds * 1000]),
  );
  const consultations = taken.map((startAt) =>
    newConsultation({ attorneyId: attorney.id, startAt, durationMinutes: 30 }),
  );
  return decided(createHold, {
    json,
    stored: [
      memberToItem(FIRM_ID, { ...attorney, ...member }),
      settingsToItem(FIRM_ID, newSettings({ consultationTypes: [initial] })),
      { ...attorneyHoldsKey(FIRM_ID, attorney.id), version: 7, expiries },
      ...bookedItems(FIRM_ID, consultations),
    ],
    found: {
      ...(json.attorney_id === undefined && { attorneys: { ids: [attorney.id], read: [attorney] } }),
      alternatives: {},
    },
  });
};

const live = (count: number) => Array.from({ length: count }, () => 60);

describe("a hold", () => {
  it.each<[string, object, number, (readonly number[])?]>([
    ["for ten minutes", {}, 600],
    ["for half a minute", { seconds: 30 }, 30],
    ["for fifteen minutes", { seconds: 900 }, 900],
    ["beside 19 live ones", {}, 600, live(19)],
    [
      "of anybody in its type's pool, for the type's duration",
      { attorney_id: undefined, duration_min: undefined, type: "initial" },
      600,
    ],
    ["beside 19 live ones and one that expired a second ago", {}, 600, [...live(19), -1]],
  ])("keeps a slot %s", async (_, json, seconds, holds = []) => {
    const hold = { ...held, expiresAt: instant(seconds) };
    const expiries = Object.fromEntries(holds.map((each, index) => [index, NOW_MILLISECONDS + each * 1000]));
    const preconditions = {
      attorney,
      days: [parseDay(attorney.id, "2055-03-03", [])],
      hold: null,
      holds: { attorneyId: attorney.id, version: 7, expiries },
      obsolete: [],
      clearance: [],
    };
    const { writes, ...decision } = await create(json, { holds });
    const expected = putHold(FIRM_ID, hold, { preconditions, nowMilliseconds: NOW_MILLISECONDS });
    expect(plainWrites(writes)).toEqual(plainWrites(expected));
    expect(decision).toEqual({ answer: holdResource(hold) });
  });

  const rules = (changes: Partial<typeof NO_BOOKING_RULES>) => ({
    bookingRules: { ...NO_BOOKING_RULES, ...changes },
  });
  it.each<[string, object, string[], Given?]>([
    ["for less than half a minute", { seconds: 29 }, ["invalid_request", "seconds"]],
    [
      "without an attorney or duration",
      { attorney_id: NEW_ID, duration_min: undefined },
      ["invalid_request", "attorney_id", "duration_min"],
    ],
    [
      "of an inactive attorney",
      { seconds: 29 },
      ["invalid_request", "seconds", "attorney_id"],
      { member: { active: false } },
    ],
    [
      "of anybody of a pool beside 20 live ones",
      { attorney_id: undefined, type: "initial" },
      ["booking_not_allowed", "holds"],
      { holds: live(20) },
    ],
    ["beside 20 live ones", {}, ["booking_not_allowed", "holds"], { holds: live(20) }],
    [
      "within the buffer",
      {},
      ["slot_unavailable"],
      { member: rules({ bufferMinutes: 30 }), taken: ["2055-03-03T11:29:59Z"] },
    ],
    [
      "on a day off",
      {},
      ["attorney_unavailable"],
      { member: { timeOff: [{ startDate: "2055-03-03", endDate: "2055-03-03", reason: "" }] } },
    ],
  ])("is refused %s", async (_, json, refusal, given = {}) => {
    expect(await refusalOf(create(json, given))).toEqual(refusal);
  });

  it("of a taken slot beside 20 live ones is refused without other starts", async () => {
    const refused = create({}, { holds: live(20), taken: [START] });
    await expect(refused).rejects.toMatchObject({ code: "slot_unavailable", nextAvailable: [] });
  });
});

describe("a deletion of a hold", () => {
  const remove = (changes: object) =>
    decided(deleteHold, {
      stored: [{ ...holdToItem(FIRM_ID, held), ...changes }],
      request: { params: { id: held.id } },
    });

  it("frees its slot", async () => {
    const { writes, ...decision } = await remove({});
    expect(plainWrites(writes)).toEqual(plainWrites(endHold(FIRM_ID, { ...held })));
    expect(decision).toEqual({ answer: undefined });
  });

  it.each([
    ["that has ended", { ended: true }],
    ["that has expired a second ago, as far as clocks differ", { expiresAt: instant(-1) }],
  ])("answers 404 for one %s", async (_, changes) => {
    expect(await refusalOf(remove(changes))).toEqual(["not_found"]);
  });
});
