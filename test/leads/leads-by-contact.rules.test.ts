import { describe, expect, it } from "@jest/globals";
import { type LeadContact, newContact, sharedContacts } from "../../shared/leads/leads-by-contact.rules.ts";

const ADA = { email: "ada@example.com", phone: "+12125550187" };
const WITHOUT = { email: "", phone: "" };

describe("the contact that two leads share", () => {
  it.each<[LeadContact, LeadContact, string[]]>([
    [ADA, ADA, ["email", "phone"]],
    [ADA, { ...ADA, phone: "+12125550188" }, ["email"]],
    [ADA, { ...WITHOUT, phone: ADA.phone }, ["phone"]],
    [ADA, WITHOUT, []],
    [WITHOUT, WITHOUT, []],
    [{ ...ADA, phone: "n/a" }, { ...WITHOUT, phone: "n/a" }, []],
    [{ ...ADA, phone: "ext. 1234" }, { ...WITHOUT, phone: "ext. 1234" }, []],
    [{ ...ADA, phone: "555-01" }, { ...WITHOUT, phone: "555-01" }, ["phone"]],
    [{ ...ADA, email: "" }, { ...WITHOUT, phone: "+12125550188" }, []],
  ])("of %j and %j is %j", (one, other, shared) => {
    expect(sharedContacts(one, other)).toEqual(shared);
    expect(sharedContacts(other, one)).toEqual(shared);
  });
});

describe("the contact that a change brings", () => {
  it.each<[string, LeadContact | null, LeadContact, LeadContact]>([
    ["a new lead's", null, ADA, ADA],
    ["none", ADA, ADA, WITHOUT],
    ["another email", { ...ADA, email: "a@example.com" }, ADA, { ...WITHOUT, email: ADA.email }],
    ["a first phone", { ...ADA, phone: "" }, ADA, { ...WITHOUT, phone: ADA.phone }],
    ["no phone that is none", null, { ...ADA, phone: "none" }, { ...ADA, phone: "" }],
    ["none, when one is cleared", ADA, { ...ADA, phone: "" }, WITHOUT],
    ["none, when both are erased", ADA, WITHOUT, WITHOUT],
  ])("is %s", (_, before, after, brought) => {
    expect(newContact(before, after)).toEqual(brought);
  });
});
