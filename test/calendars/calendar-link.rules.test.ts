import { expect, it } from "@jest/globals";
import { requireCalendarLink, requireRoom } from "../../shared/calendars/calendar-link.rules.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { refusalOf } from "../support/decisions.ts";

const linksOf = (count: number) => ({
  memberId: "member",
  version: 1,
  links: Array.from({ length: count }, (_, index) => ({ id: `${index}`, showsNames: false, sha256: "" })),
});

it("a member may have ten links, and no eleventh", async () => {
  expect(() => requireRoom(linksOf(LIMITS.calendarLinks - 1))).not.toThrow();
  const eleventh = (async () => requireRoom(linksOf(LIMITS.calendarLinks)))();
  expect(await refusalOf(eleventh)).toEqual(["invalid_request", "calendar_link"]);
});

it("finds a link by its id, and refuses an unknown one", async () => {
  expect(requireCalendarLink(linksOf(2), "1").id).toBe("1");
  const unknown = (async () => requireCalendarLink(linksOf(2), "2"))();
  expect(await refusalOf(unknown)).toEqual(["not_found"]);
});
