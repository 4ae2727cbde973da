import { expect, it } from "@jest/globals";
import { contractFields } from "../../shared/api/http-handler.ts";
import { createLeadEndpoint, listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { updateSourceEndpoint } from "../../shared/sources/source.contract.ts";

const violation = (field: string) => ({ field, message: "" });

it.each([
  ["the contract's own name", updateSourceEndpoint, ["mapping.mapped.person@example.com"], ["mapping"]],
  ["each name once", createLeadEndpoint, ["data.a", "data.b", "email", "data.c"], ["data", "email"]],
  ["the name of a list", createLeadEndpoint, ["data[3].key"], ["data"]],
  ["a query parameter", listLeadsEndpoint, ["cursor", "limit"], ["cursor", "limit"]],
  ["a header", createLeadEndpoint, ["Idempotency-Key"], ["Idempotency-Key"]],
  [
    "the word other for what a caller may have written",
    createLeadEndpoint,
    ["person@example.com", "", "+12125550187"],
    ["other"],
  ],
])("the log has %s", (_, definition, fields, expected) => {
  expect(contractFields(fields.map(violation), definition)).toEqual(expected);
});
