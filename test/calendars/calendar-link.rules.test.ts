import { expect, it } from "@jest/globals";
import { requireCalendarLink } from "../../shared/calendars/calendar-link.rules.ts";
import { refusalOf } from "../support/decisions.ts";

const linksOf = (count: number) => ({
  memberId: "member",
  version: 1,
  links: Array.from({ length: count }, (_, index) => ({ id: `${index}`, showsNames: false, sha256: "" })),
});

it("finds a link by its id, and refuses an unknown one", async () => {
  expect(requireCalendarLink(linksOf(2), "1").id).toBe("1");
  const unknown = (async () => requireCalendarLink(linksOf(2), "2"))();
  expect(await refusalOf(unknown)).toEqual(["not_found"]);
});
