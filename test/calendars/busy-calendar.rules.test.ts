import { describe, expect, it } from "@jest/globals";
import {
  announced,
  type BusyCalendar,
  consultationIdInUid,
  newlyAnnounced,
  nextStaleAt,
  pushedCalendar,
  pushedTimes,
  pushViolations,
  withoutOwn,
} from "../../shared/calendars/busy-calendar.rules.ts";
import { NEW_ID, NOW_MILLISECONDS, refusalOf } from "../support/decisions.ts";

const known = (...names: string[]) => ({
  version: 1,
  calendars: Object.fromEntries(
    names.map((name) => [name, { asOf: "2055-03-02T11:00:00.000Z", staleAt: null, lastError: null }]),
  ),
});
const fieldsOf = (body: object, calendar = "court", calendars = known()) =>
  pushViolations(calendars, body, { calendar, nowMilliseconds: NOW_MILLISECONDS }).map(({ field }) => field);

describe("a push", () => {
  it.each<[string, object, string[]]>([
    ["from yesterday's first instant", { from: "2055-03-01T00:00:00.000Z" }, []],
    ["from the instant before", { from: "2055-02-28T23:59:59.999Z" }, ["from"]],
    ["to the end of the 400th day", { to: "2056-04-06T00:00:00.000Z" }, []],
    ["to a later instant", { to: "2056-04-06T00:00:00.001Z" }, ["to"]],
    ["read in a minute", { as_of: "2055-03-02T12:01:00.000Z" }, []],
    ["read later", { as_of: "2055-03-02T12:01:00.001Z" }, ["as_of"]],
    ["of no texts at all", { from: 1, to: null, as_of: [] }, []],
  ])("%s", (_, body, fields) => {
    expect(fieldsOf(body)).toEqual(fields);
  });

  it.each<[string, string[]]>([
    ["a", []],
    ["0-z".padEnd(64, "9"), []],
    ["", ["calendar"]],
    ["a".repeat(65), ["calendar"]],
    ["A", ["calendar"]],
    ["a b", ["calendar"]],
    ["ä", ["calendar"]],
    ["constructor", []],
  ])("to a calendar named %j", (name, fields) => {
    expect(fieldsOf({}, name)).toEqual(fields);
  });

  it("to a sixth calendar is refused, not one to the fifth again", () => {
    const five = known("a", "b", "c", "d", "e");
    expect([
      fieldsOf({}, "f", five),
      fieldsOf({}, "e", five),
      fieldsOf({}, "e", known("a", "b", "c", "d")),
    ]).toEqual([["calendars"], [], []]);
  });

  it("to a feed is refused, and feeds do not count among the five", () => {
    const own = { asOf: "2055-03-02T11:00:00.000Z", staleAt: null, lastError: null };
    const feeds = { ...known("a", "b", "c", "d").calendars, x: { ...own, isFeed: true as const } };
    const calendars = { version: 1, calendars: feeds };
    expect([fieldsOf({}, "x", calendars), fieldsOf({}, "e", calendars)]).toEqual([["calendar"], []]);
  });

  it("is as of now by default, and becomes stale after the minutes that it names", () => {
    const first = pushedCalendar(undefined, {}, NOW_MILLISECONDS);
    expect(first).toEqual({
      ...{ asOf: "2055-03-02T12:00:00.000Z", staleAt: null, lastError: null },
      firstDate: "2055-02-28",
    });
    const next = pushedCalendar(first, {}, NOW_MILLISECONDS + 86_400_000);
    expect(next).toEqual({ ...first, asOf: "2055-03-03T12:00:00.000Z" });
    const pushed = { as_of: "2055-03-02T10:00:00.000Z", stale_after_min: 60 };
    expect(pushedCalendar(undefined, pushed, NOW_MILLISECONDS).staleAt).toBe("2055-03-02T11:00:00.000Z");
  });

  it("is refused when it is older than the last one, not when it is as old", async () => {
    const before = known("court").calendars.court;
    const at = async (as_of: string) => pushedCalendar(before, { as_of }, NOW_MILLISECONDS);
    expect((await at("2055-03-02T11:00:00.000Z")).asOf).toBe(before?.asOf);
    expect(await refusalOf(at("2055-03-02T10:59:59.999Z"))).toEqual(["version_conflict"]);
    const ahead = { asOf: "2055-03-02T12:00:30.000Z", staleAt: null, lastError: null };
    expect(pushedCalendar(ahead, {}, NOW_MILLISECONDS).asOf).toBe(ahead.asOf);
  });

  it("leaves out the times that are consultations of the firm", () => {
    const time = (uid?: string) => ({
      start_at: "2055-03-03T09:00:00.000Z",
      end_at: "2055-03-03T10:00:00.000Z",
      ...(uid && { uid }),
    });
    const busy = [time(), time(NEW_ID), time(`${NEW_ID}@intake`), time("other@intake")];
    expect(withoutOwn(pushedTimes({ busy }), [{ id: NEW_ID }, null])).toHaveLength(2);
    expect(withoutOwn(pushedTimes({ busy }), [])).toHaveLength(4);
  });
});

it.each([
  [NEW_ID, NEW_ID],
  [` ${NEW_ID.toUpperCase()}@INTAKE `, NEW_ID],
  [`${NEW_ID}@intake.example`, null],
  [`x${NEW_ID}`, null],
  ["", null],
  [7, null],
  ["x".repeat(256), null],
])("the UID %j is that of the calendar file of %j", (uid, id) => {
  expect(consultationIdInUid(uid)).toBe(id);
});

describe("a calendar that becomes stale", () => {
  const at = (minute: number) => new Date(NOW_MILLISECONDS + minute * 60_000).toISOString();
  /** A calendar that becomes stale so many minutes from now; null for never. */
  const staleIn = (minute: number | null, isAnnounced?: true): BusyCalendar => ({
    asOf: at(-600),
    staleAt: minute === null ? null : at(minute),
    lastError: null,
    ...(isAnnounced && { isAnnounced }),
  });

  it.each<[string, readonly BusyCalendar[], readonly string[], number | null]>([
    ["no calendar", [], [], null],
    ["one that never is", [staleIn(null)], [], null],
    ["one that will be, and a later one", [staleIn(2), staleIn(1)], [], 1],
    ["one that is now", [staleIn(0), staleIn(1)], ["0"], 1],
    ["two that are", [staleIn(-1), staleIn(-2), staleIn(null)], ["0", "1"], null],
    ["one whose event has come", [staleIn(-1, true), staleIn(-2)], ["1"], null],
    ["only those whose events have come", [staleIn(-1, true)], [], null],
  ])("among %s", (_, list, names, next) => {
    const before = Object.fromEntries(list.entries());
    const after = announced(before, NOW_MILLISECONDS);
    expect(newlyAnnounced(before, after).map(({ calendar }) => calendar)).toEqual(names);
    expect(nextStaleAt(after)).toBe(next === null ? null : at(next));
    expect(newlyAnnounced(after, announced(after, NOW_MILLISECONDS))).toEqual([]);
  });

  it.each<[string, BusyCalendar, number, boolean]>([
    ["that is fresh", staleIn(-1, true), 700, false],
    ["that is stale itself", staleIn(-1, true), 5, true],
    ["that is stale now", staleIn(-1, true), 600, true],
    ["with the same instant, by a clock that is behind", staleIn(1, true), 601, true],
    ["before the event", staleIn(-1), 5, false],
  ])("has its event again after a push %s, unless it was stale throughout", (_, before, minutes, isKept) => {
    const push = { as_of: before.asOf, stale_after_min: minutes };
    expect(pushedCalendar(before, push, NOW_MILLISECONDS).isAnnounced ?? false).toBe(isKept);
  });

  it("has none after a push that names no minutes", () => {
    expect(pushedCalendar(staleIn(-1, true), {}, NOW_MILLISECONDS)).not.toHaveProperty("isAnnounced");
  });
});
