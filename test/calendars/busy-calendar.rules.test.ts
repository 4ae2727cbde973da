import { describe, expect, it } from "@jest/globals";
import {
  consultationIdInUid,
  pushedCalendar,
  pushedTimes,
  pushViolations,
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
    ]).toEqual([["calendar"], [], []]);
  });

  it("is as of now by default, and becomes stale after the minutes that it names", () => {
    expect(pushedCalendar(undefined, {}, NOW_MILLISECONDS)).toEqual({
      asOf: "2055-03-02T12:00:00.000Z",
      staleAt: null,
      lastError: null,
    });
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
    expect(pushedTimes({ busy }, new Set([NEW_ID]))).toHaveLength(2);
    expect(pushedTimes({ busy }, new Set())).toHaveLength(4);
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
