import { expect, it } from "@jest/globals";
import { instantOf, localText } from "../../../pages/desk/lead/local-time.ts";

const NEW_YORK = "America/New_York";

it.each<[string, string, string]>([
  ["2026-12-01T09:00", NEW_YORK, "2026-12-01T14:00:00.000Z"],
  ["2026-07-01T09:00", NEW_YORK, "2026-07-01T13:00:00.000Z"],
  ["2026-03-08T03:00", NEW_YORK, "2026-03-08T07:00:00.000Z"],
  // Shown twice.
  ["2026-11-01T01:30", NEW_YORK, "2026-11-01T05:30:00.000Z"],
  ["2026-12-01T00:30", "Pacific/Auckland", "2026-11-30T11:30:00.000Z"],
  ["2026-12-01T09:15", "Asia/Kathmandu", "2026-12-01T03:30:00.000Z"],
  ["", NEW_YORK, ""],
])("reads and shows %s on the clock of %s", (text, zone, instant) => {
  expect(instantOf(text, zone)).toBe(instant);
  expect(localText(instant, zone)).toBe(text);
});

it("takes a time that the clock leaves out for the one after the gap", () => {
  expect(localText(instantOf("2026-03-08T02:30", NEW_YORK), NEW_YORK)).toBe("2026-03-08T03:30");
});
