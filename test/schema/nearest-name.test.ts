import { describe, expect, it } from "@jest/globals";
import { nearestName } from "../../shared/schema/nearest-name.ts";

const NAMES = ["name", "time_zone", "office_hours", "time_off", "end", "default_assignee_id", "limit"];

describe("a misspelled name means", () => {
  it.each([
    ["another notation", "timeZone", "time_zone"],
    ["another notation", "Office-Hours", "office_hours"],
    ["a letter less", "nme", "name"],
    ["a letter more", "names", "name"],
    ["another letter", "time_zome", "time_zone"],
    ["two letters swapped", "nmae", "name"],
    ["two mistakes in a long name", "ofice_hour", "office_hours"],
    ["one mistake in a name of three letters", "ned", "end"],
    ["the beginning of a name", "default_assignee", "default_assignee_id"],
    ["the nearest of several", "time_of", "time_off"],
    ["a list of them", "name[]", "name"],
    ["another word", "perPage", "limit"],
  ])("%s: %s", (_, misspelled, name) => {
    expect(nearestName(misspelled, NAMES)).toBe(name);
  });
});

it.each(["", "x", "id", "nm", "edn_", "title", "office", "__proto__", "x".repeat(60_000)])(
  "%#: a name that resembles no other means none",
  (name) => {
    expect(nearestName(name, ["name", "active", "url", "constructor"])).toBeNull();
  },
);
