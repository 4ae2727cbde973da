import { describe, expect, it } from "@jest/globals";
import { bookingViolations, candidateIds } from "../../shared/scheduling/candidates.rules.ts";
import { NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const idOf = (index: number) => `018f0000-0000-7000-8000-${String(index).padStart(12, "0")}`;
const members = Array.from({ length: 22 }, (_, index) => newMember({ id: idOf(index), active: index !== 2 }));
const type = (key: string, attorneyIds: string[] | null) => ({
  key,
  name: key,
  durationMinutes: 30,
  amount: null,
  location: null,
  attorneyIds,
  reminderMinutes: null,
});
const settings = newSettings({
  consultationTypes: [
    type("all", null),
    type("two", [idOf(3), idOf(2), idOf(1)]),
    type("nobody", []),
    type("left", [idOf(2)]),
  ],
});
const hold = (index: number, changes: object = {}) => ({
  id: idOf(90),
  attorneyId: idOf(index),
  startAt: "2055-03-03T10:00:00.000Z",
  durationMinutes: 30,
  expiresAt: new Date(NOW_MILLISECONDS + 60_000).toISOString(),
  ended: false,
  ...changes,
});
/** The list without any attorney read with it. */
const everybody = { ids: members.flatMap(({ id, active }) => (active ? [id] : [])), read: [] };

type Booking = Parameters<typeof candidateIds>[0];

describe("a booking may be taken by", () => {
  it.each<[string, Readonly<Record<string, unknown>>, Partial<Booking>, string[]]>([
    [
      "the attorney that it names",
      { attorney_id: idOf(5), type: "two" },
      { attorneys: { read: [members[5] ?? null] } },
      [idOf(5)],
    ],
    [
      "nobody when that one cannot be booked",
      { attorney_id: idOf(2) },
      { attorneys: { read: [members[2] ?? null] } },
      [],
    ],
    ["those of its pool who can be booked", { type: "two" }, {}, [idOf(1), idOf(3)]],
    ["the first 20 by creation without a list", { type: " all " }, {}, everybody.ids.slice(0, 20)],
    ["the attorney of its live hold", { type: "two" }, { hold: hold(7) }, [idOf(7)]],
    [
      "its pool when the hold has ended",
      { type: "two" },
      { hold: hold(7, { ended: true }) },
      [idOf(1), idOf(3)],
    ],
    ["nobody with free text", { type: "Two" }, {}, []],
  ])("%s", (_, json, booking, expected) => {
    const candidates = candidateIds(
      { settings, attorneys: everybody, ...booking },
      { json, nowMilliseconds: NOW_MILLISECONDS },
    );
    expect(candidates).toEqual(expected);
  });
});

describe("a booking must contain what its type does not define", () => {
  it.each<[Readonly<Record<string, unknown>>, Partial<Booking>, string[]]>([
    [{ type: "two" }, {}, []],
    [{ type: "Two" }, {}, ["attorney_id", "duration_min"]],
    [{}, {}, ["attorney_id", "duration_min"]],
    [{ type: 5, duration_min: 30 }, {}, ["attorney_id"]],
    [{ duration_min: 30 }, { hold: hold(7) }, []],
    [{ duration_min: 30 }, { hold: hold(2) }, ["attorney_id"]],
    [{ type: "nobody" }, {}, ["type"]],
    [{ type: "left" }, {}, ["type"]],
    [{ type: "left", attorney_id: idOf(2) }, { attorneys: { read: [null] } }, ["attorney_id"]],
    // The schema reports these.
    [{ type: "two", attorney_id: "nobody", duration_min: "soon" }, { attorneys: { read: [null] } }, []],
  ])("%j", (json, booking, fields) => {
    const violations = bookingViolations(
      { settings, attorneys: everybody, ...booking },
      { json, nowMilliseconds: NOW_MILLISECONDS },
    );
    expect(violations.map(({ field }) => field)).toEqual(fields);
  });
});
