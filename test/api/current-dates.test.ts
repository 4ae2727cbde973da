import { expect, it } from "@jest/globals";
import { withCurrentDates } from "../../shared/api/current-dates.ts";

const document = (date: string, start: string) => ({
  info: { version: "2026-11-01" },
  api_version: "2026-11-01",
  date,
  "x-codeSamples": [{ source: `curl -d '{"start_at":"${start}T10:00:00-05:00"}'` }],
});
const WRITTEN = document("2026-12-24", "2026-11-09");

it("moves the dates of examples by whole weeks, in values and in samples, but not the API's version", () => {
  const current = withCurrentDates(WRITTEN, Date.parse("2027-03-03T12:00:00Z"));
  expect(current).toEqual(document("2027-04-22", "2027-03-08"));
});

it("moves an instant on the day of the API's version", () => {
  const since = { ...WRITTEN, since: "2026-11-01T00:00:00Z" };
  expect(withCurrentDates(since, Date.parse("2026-11-09")).since).toBe("2026-11-08T00:00:00Z");
});

it.each([
  ["before the week ends", "2026-11-08T23:59:59Z", "2026-11-09"],
  ["when the next week begins", "2026-11-09T00:00:00Z", "2026-11-16"],
  ["on a machine whose clock is behind", "2020-01-01T00:00:00Z", "2026-11-09"],
])("books in the future %s", (_, now, start) => {
  const current = withCurrentDates(WRITTEN, Date.parse(now));
  expect(current["x-codeSamples"]).toEqual(document("", start)["x-codeSamples"]);
});
