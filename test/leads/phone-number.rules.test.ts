import { describe, expect, it } from "@jest/globals";
import {
  countryViolations,
  normalizePhoneNumber,
  phoneTextOf,
  withLostPlus,
} from "../../shared/leads/phone-number.rules.ts";

describe("a phone number", () => {
  it.each([
    ["(212) 555-0123", "US", "+12125550123"],
    ["212.555.0123", "US", "+12125550123"],
    ["1 212 555 0123", "US", "+12125550123"],
    ["+1 212 555 0123", "GB", "+12125550123"],
    ["+12125550123", "US", "+12125550123"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["+44 (0)20 7946 0958", "US", "+442079460958"],
    ["021 234 567", "NZ", "+6421234567"],
    ["tel:+1-212-555-0123", "GB", "+12125550123"],
    ["TEL: (212) 555-0123", "US", "+12125550123"],
    ["whatsapp:+442079460958", "US", "+442079460958"],
    ["２１２ ５５５ ０１２３", "US", "+12125550123"],
    ["\u202a+1 212 555 0123\u202c", "GB", "+12125550123"],
    ["\u200e(212) 555-0123", "US", "+12125550123"],
    ["\u2068tel:\ufeff+1\u00ad2125550123\u2069", "GB", "+12125550123"],
  ])("%j in %s is stored as %s", async (text, country, stored) => {
    expect(await normalizePhoneNumber(text, country)).toBe(stored);
  });

  it.each([
    ["212 555 0123 ext. 5", "US"],
    ["+1 212 555 0123 x77", "US"],
    ["tel:+1-212-555-0123;ext=9", "US"],
    ["call 212 555 0123", "US"],
    ["212 555 0123 (home)", "US"],
    ["000 000 0000", "US"],
    ["555-0123", "US"],
    ["312-3456", "US"],
    ["911", "US"],
    ["tel:911", "US"],
    ["fax:+12125550123", "US"],
    ["020 7946 0958", "US"],
    ["+999 123 456 789", "US"],
    ["ask at reception", "US"],
    ["\u202aask\u202c", "US"],
    ["212 555 0123", "XX"],
    ["", "US"],
  ])("%j in %s is unchanged", async (text, country) => {
    expect(await normalizePhoneNumber(text, country)).toBe(text);
  });
});

it.each([
  ["12125550187", "DE", "+12125550187"],
  ["44 20 7946 0958", "US", "+442079460958"],
  ["49 30 901820", "DE", "+4930901820"],
  ["2125550187", "US", "2125550187"],
  // With a plus, this would be a number of New Zealand.
  ["6465550187", "US", "6465550187"],
  ["030 901820", "DE", "030 901820"],
  ["12125550187 ext. 5", "DE", "12125550187 ext. 5"],
  ["", "US", ""],
])("%j in %s, which may lack its plus, is read as %j", async (text, country, number) => {
  expect(await withLostPlus(text, country)).toBe(number);
});

it.each([undefined, "de", " US ", "USA"])(
  "countryViolations accepts %j, or leaves it to the schema",
  async (country) => {
    expect(await countryViolations(country)).toEqual([]);
  },
);

it.each([
  ["XX", "which does not exist"],
  ["AQ", "whose phone numbers are those of other countries"],
])("countryViolations rejects the country %s, %s", async (country) => {
  const message = "must be the two-letter code of a country with phone numbers of its own, such as US";
  expect(await countryViolations(country)).toEqual([{ field: "default_country", message }]);
});

describe("a number as people write it", () => {
  it.each([
    ["+12125550100", "US", "(212) 555-0100", "+1 212 555 0100"],
    ["+14165550100", "US", "(416) 555-0100", "+1 416 555 0100"],
    ["+4930901820", "DE", "030 901820", "+49 30 901820"],
    ["+390612345678", "IT", "06 1234 5678", "+39 06 1234 5678"],
    ["+442079460958", "US", null, "+44 20 7946 0958"],
  ])("is, of %s in %s, %s and %s", async (number, country, national, international) => {
    expect(await phoneTextOf(number, country)).toEqual({ national, international });
  });

  it.each(["", "(212) 555-0100 ext. 5", "ask Dana"])("is nothing known of another text: %s", async (text) => {
    expect(await phoneTextOf(text, "US")).toBeNull();
  });
});
