import { describe, expect, it } from "@jest/globals";
import { changesOf, showsChanges, typedOver } from "../../../pages/desk/draft.ts";
import {
  type CustomField,
  filledByMerge,
  isOlder,
  type LeadTexts,
  patchOf,
  survivorIn,
  textOf,
  textsOf,
} from "../../../pages/desk/lead/texts-of-lead.ts";
import { shownLead } from "../../support/shown-lead.ts";

const LEAD = shownLead({
  id: "l1",
  first_name: "Dana",
  last_name: "Doe",
  email: "dana@example.com",
  phone: "+12125550187",
  source: "website",
  status: { key: "new", name: "New" },
  assignee_id: "m1",
  archived: false,
  created_at: "2026-11-02T15:00:00.000Z",
  last_activity_at: "2026-11-02T15:00:00.000Z",
  data: { case_type: "Family", fee: 1500, insured: false, constructor: "x" },
});

const field = (key: string, type: CustomField["type"]): CustomField => ({
  key,
  label: key,
  type,
  options: [],
});
const FIELDS = [
  field("case_type", "select"),
  field("fee", "number"),
  field("insured", "boolean"),
  field("on", "date"),
  field("note", "text"),
];

describe("the text of a field", () => {
  it.each([
    ["status", "new"],
    ["assignee_id", "m1"],
    ["merged_into", ""],
    ["data.fee", "1500"],
    ["data.insured", "false"],
    ["data.on", ""],
    ["data.toString", ""],
    ["data.constructor", "x"],
  ])("%s is %j", (name, text) => {
    expect(textOf(LEAD, name)).toBe(text);
  });
});

describe("the body of a change", () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    ["nothing when nothing was typed", {}, {}],
    ["only the field that was changed", { first_name: " Dan " }, { first_name: "Dan" }],
    ["nothing for a text that only has other white space", { first_name: "Dana " }, {}],
    ["the key of a stage", { status: "retained" }, { status: "retained" }],
    [
      "null for an assignee, email and phone that were emptied",
      { assignee_id: "", email: "", phone: " " },
      { assignee_id: null, email: null, phone: null },
    ],
    ["an empty name, which the API refuses in its words", { last_name: "" }, { last_name: "" }],
    ["a number", { "data.fee": "12.50" }, { data: { fee: 12.5 } }],
    ["what is no number as it was typed", { "data.fee": "1,500 or so" }, { data: { fee: "1,500 or so" } }],
    ["no number for what only a program reads as one", { "data.fee": "0x10" }, { data: { fee: "0x10" } }],
    ["yes and no", { "data.insured": "true" }, { data: { insured: true } }],
    [
      "null for values that were emptied",
      { "data.insured": "", "data.case_type": "", "data.fee": "" },
      { data: { insured: null, case_type: null, fee: null } },
    ],
    [
      "a date, a choice and a text of digits",
      { "data.on": "2026-11-24", "data.case_type": "Tax", "data.note": "42" },
      { data: { on: "2026-11-24", case_type: "Tax", note: "42" } },
    ],
  ])("has %s", (_, texts, body) => {
    const draft = typedOver<LeadTexts>({ typed: {}, basis: {} }, textsOf(LEAD), texts);
    expect(patchOf(changesOf(draft, textsOf(LEAD)), FIELDS)).toEqual(body);
  });
});

describe("an event of a lead", () => {
  it.each([
    ["2026-11-02T14:59:59.000Z", true],
    ["2026-11-02T15:00:00.000Z", false],
  ])("of %s is older than what was read: %s", (last_activity_at, isLate) => {
    expect(isOlder({ ...LEAD, last_activity_at }, LEAD)).toBe(isLate);
  });
});

describe("a lead whose change was not answered", () => {
  it.each<[object, boolean]>([
    [{ phone: "(212) 555-0187", email: "Dana@Example.com" }, true],
    [{ phone: "(212) 555-0188" }, false],
    [{ phone: null }, false],
    [{ status: "new", assignee_id: "m1", data: { fee: 1500, insured: false, note: null } }, true],
    [{ data: { fee: 15 } }, false],
    [{ data: { case_type: null } }, false],
  ])("shows %j: %s", (body, isShown) => {
    expect(showsChanges(textsOf({ ...body }), textsOf(LEAD))).toBe(isShown);
  });
});

describe("a merge", () => {
  it("fills what the lead lacks, and nothing else", () => {
    const lead = { ...LEAD, email: "", assignee_id: null, data: { fee: 0, note: "" } };
    const other = {
      ...LEAD,
      phone: "+12125550199",
      assignee_id: null,
      data: { fee: 5, note: "hello", on: "2026-11-24" },
    };
    expect(filledByMerge(lead, other)).toEqual(["email", "data.note", "data.on"]);
  });

  it("leads to the lead that remains", () => {
    const details = [{ field: "merged_into", message: "l2" }];
    expect(survivorIn("lead_merged", details)).toBe("l2");
    expect(survivorIn("invalid_request", details)).toBeNull();
    expect(survivorIn("lead_merged", null)).toBeNull();
  });
});
