import { describe, expect, it } from "@jest/globals";
import { demoDates } from "../../../../lib/local/demo/demo-dates.ts";

const NEW_YORK = "America/New_York";
const datesOf = (now: string) => demoDates(new Date(now), NEW_YORK);

describe("the dates of the demo firm", () => {
  it.each([
    ["25m", "2026-11-30T14:35:00.000Z"],
    ["26h", "2026-11-29T13:00:00.000Z"],
    ["1d 16:15", "2026-11-29T21:15:00.000Z"],
    // before the clock went back on November 1
    ["40d 09:00", "2026-10-21T13:00:00.000Z"],
  ])("reads %s ago on the firm's clock", (text, expected) => {
    expect(datesOf("2026-11-30T15:00:00Z").ago(text).toISOString()).toBe(expected);
  });

  it.each([
    ["on a workday, from that day", "2026-12-01T15:00:00Z", ["2026-11-30", "2026-12-01", "2026-12-02"]],
    ["on a Sunday, from Monday", "2026-11-29T15:00:00Z", ["2026-11-27", "2026-11-30", "2026-12-01"]],
    ["on Friday night in UTC's Saturday", "2026-12-05T03:00:00Z", ["2026-12-03", "2026-12-04", "2026-12-07"]],
    ["over the end of a year", "2027-01-01T15:00:00Z", ["2026-12-31", "2027-01-01", "2027-01-04"]],
  ])("counts workdays %s", (_, now, expected) => {
    expect([-1, 0, 1].map(datesOf(now).workdayDate)).toEqual(expected);
  });

  it("puts a time of a workday on the attorney's own clock", () => {
    const { onWorkday } = datesOf("2027-03-12T15:00:00Z");
    expect(onWorkday(1, "09:00", "America/Chicago").toISOString()).toBe("2027-03-15T14:00:00.000Z");
    expect(onWorkday(-1, "09:00").toISOString()).toBe("2027-03-11T14:00:00.000Z");
  });

  it.each([
    ["during a working day", "2026-11-30T15:20:00.000Z", "2026-11-30T15:20:00.000Z"],
    ["at night", "2026-11-30T04:20:00.000Z", "2026-11-30T13:20:00.000Z"],
    ["on a weekend", "2026-11-28T17:20:00.000Z", "2026-11-30T13:20:00.000Z"],
  ])("has somebody work on a lead that comes %s", (_, instant, expected) => {
    expect(datesOf("2026-11-30T15:00:00Z").atWork(new Date(instant)).toISOString()).toBe(expected);
  });
});
