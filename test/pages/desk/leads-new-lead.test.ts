import { expect, it } from "@jest/globals";
import {
  bodyOf,
  EMPTY_DRAFT,
  isSamePerson,
  type NewLeadDraft,
} from "../../../pages/desk/leads/new-lead-rules.ts";
import { shownLead } from "../../support/shown-lead.ts";

const BODY = { first_name: "Dana", last_name: "Doe", source: "By hand" };

it.each<[Partial<NewLeadDraft>, object]>([
  [{}, BODY],
  [
    { phone: " (212) 555-0147 ", email: " " },
    { ...BODY, phone: "(212) 555-0147" },
  ],
  [
    { source: "website", assignee_id: "m" },
    { ...BODY, source: "website", assignee_id: "m" },
  ],
])("a new lead that is typed with %j is sent without what is blank", (typed, body) => {
  const draft = { ...EMPTY_DRAFT, first_name: "Dana", last_name: " Doe ", ...typed };
  expect(bodyOf(draft, "By hand")).toEqual(body);
});

it.each([
  ["a lead of this name that was added since", {}, true],
  ["one that was added before", { created_at: "2026-11-29T09:00:00.000Z" }, false],
  ["one of another name", { first_name: "Kim" }, false],
])("after a lost answer, %s is the new one: %j %s", (_, changes, isSame) => {
  const lead = shownLead({
    created_at: "2026-11-29T10:00:00.000Z",
    email: "",
    phone: "",
    ...BODY,
    ...changes,
  });
  expect(isSamePerson(lead, BODY, Date.parse("2026-11-29T10:01:00.000Z"))).toBe(isSame);
});
