import { expect, it } from "@jest/globals";
import { getCalendarEndpoint } from "../../shared/consultations/calendar.contract.ts";
import {
  findAvailabilityEndpoint,
  getAvailabilityEndpoint,
} from "../../shared/scheduling/availability.contract.ts";
import { toViolations } from "../../shared/schema/violations.ts";
import { NEW_ID } from "../support/decisions.ts";

const QUERIES = {
  "get-availability": getAvailabilityEndpoint,
  "find-availability": findAvailabilityEndpoint,
  "get-calendar": getCalendarEndpoint,
};
const RANGE = { from: "2055-03-12T00:00:00Z", to: "2055-04-12T00:00:00Z" };
const TIMED = { ...RANGE, duration_min: "30" };

it.each<[keyof typeof QUERIES, object, string[]]>([
  ["get-availability", TIMED, []],
  ["get-availability", { ...TIMED, from: "2055-03-12" }, ["from"]],
  ["get-availability", { ...TIMED, to: RANGE.from }, ["to"]],
  ["get-availability", { ...TIMED, to: "2055-04-12T00:00:00.001Z" }, ["to"]],
  ["get-availability", { ...TIMED, step_min: "0" }, ["step_min"]],
  ["get-availability", RANGE, ["duration_min"]],
  ["find-availability", { ...RANGE, type: "initial" }, []],
  ["find-availability", { ...TIMED, attorneys: Array(20).fill(NEW_ID).join(", ") }, []],
  ["find-availability", { ...TIMED, attorneys: ` ${NEW_ID} , ${NEW_ID}\t` }, []],
  ["find-availability", { ...RANGE, from: "2055-03-12" }, ["from", "duration_min"]],
  ["find-availability", { ...TIMED, to: "2055-04-12T00:00:00.001Z" }, ["to"]],
  ["find-availability", { ...TIMED, attorneys: "nobody" }, ["attorneys"]],
  ["find-availability", { ...TIMED, attorneys: Array(21).fill(NEW_ID).join(",") }, ["attorneys"]],
  ["get-calendar", RANGE, []],
  ["get-calendar", {}, ["from", "to"]],
  ["get-calendar", { from: RANGE.to, to: RANGE.from }, ["to"]],
  ["get-calendar", { ...RANGE, to: "2055-04-12T00:00:00.001Z" }, ["to"]],
])("%s judges the range, the duration and the attorneys of a query: %#", (name, query, fields) => {
  const { error } = QUERIES[name].query().safeParse(query);
  expect((error ? toViolations(error, "query") : []).map(({ field }) => field)).toEqual(fields);
});

it.each([
  ["4", "must be between 5 and 1440"],
  ["-30", "must be an integer between 5 and 1440"],
  ["1000000000", "must be an integer between 5 and 1440"],
  ["half", "must be an integer between 5 and 1440"],
])("refuses a duration of %s: %s", (duration_min, message) => {
  const { error } = getAvailabilityEndpoint.query().safeParse({ ...RANGE, duration_min });
  expect(error && toViolations(error, "query")).toEqual([{ field: "duration_min", message }]);
});

it("lists starts a quarter of an hour apart by default", () => {
  expect(getAvailabilityEndpoint.query().parse(TIMED)).toMatchObject({ step_min: 15 });
});
