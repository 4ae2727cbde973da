import { expect, it } from "@jest/globals";
import { contractFields } from "../../shared/api/contract-fields.ts";
import { createLead, listLeads } from "../../shared/leads/lead.contract.ts";
import { updateSource } from "../../shared/sources/source.contract.ts";

const violation = (field: string) => ({ field, message: "" });

it.each([
  ["the contract's own name", updateSource, ["mapping.mapped.person@example.com"], ["mapping"]],
  ["each name once", createLead, ["data.a", "data.b", "email", "data.c"], ["data", "email"]],
  ["the name of a list", createLead, ["data[3].key"], ["data"]],
  ["a query parameter", listLeads, ["cursor", "limit"], ["cursor", "limit"]],
  ["a header", createLead, ["Idempotency-Key"], ["Idempotency-Key"]],
  [
    "nothing that a caller may have written",
    createLead,
    ["person@example.com", "", "+12125550187"],
    ["other"],
  ],
])("the log has %s", (_, definition, fields, expected) => {
  expect(contractFields(fields.map(violation), definition)).toEqual(expected);
});
