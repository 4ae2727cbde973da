import { expect, it } from "@jest/globals";
import { currencyViolations } from "../../shared/firm/currency.rules.ts";

it.each<[string, unknown, string | null, boolean]>([
  ["a code in use", "EUR", null, true],
  ["a unit of account", "CLF", null, true],
  ["a new code", "XCG", null, true],
  ["the first code", "AED", "EUR", true],
  ["the last code", "ZWG", "EUR", true],
  ["a code no longer in use that the firm has", "DEM", "DEM", true],
  ["no currency", null, "EUR", true],
  ["no change", undefined, "EUR", true],
  ["what the schema rejects", 5, null, true],
  ["a code no longer in use", "DEM", "EUR", false],
  ["a metal", "XAU", null, false],
  ["a test code", "XTS", null, false],
  ["a code that never was", "AAA", null, false],
  ["nothing between two codes", "", null, false],
])("%s: %j beside %j is accepted: %j", (_, code, currency, isAccepted) => {
  const fields = currencyViolations(code, { currency }).map(({ field }) => field);
  expect(fields).toEqual(isAccepted ? [] : ["currency"]);
});
