import { expect, it } from "@jest/globals";
import { isSupportedCountry, parsePhoneNumber } from "../../shared/leads/phone-number-parser.rules.ts";

it.each<[string, string, string | undefined]>([
  ["212 555 0123", "US", "+12125550123"],
  ["+44 20 7946 0958", "US", "+442079460958"],
  ["020 7946 0958", "GB", "+442079460958"],
  ["call 212 555 0123", "US", undefined],
  ["reception", "US", undefined],
])("the whole of %j in %s is the number %j", (text, country, number) => {
  expect(parsePhoneNumber(text, country)?.number).toBe(number);
});

it.each([
  ["US", true],
  ["XX", false],
])("whether %s is a country: %j", (country, expected) => {
  expect(isSupportedCountry(country)).toBe(expected);
});
