import { describe, expect, it } from "@jest/globals";
import {
  contactForms,
  contactSearch,
  textsOfBytes,
  withUnicodeDomain,
} from "../../shared/erasure/contacts.rules.ts";

const DOMAIN = "zeb@xn--bcher-kva.example";
const ADDRESS = "zeb.quux@example.com";
const VALUES = [ADDRESS, DOMAIN, withUnicodeDomain(DOMAIN), "+12125550199"];
const { mentions, mayMention } = contactSearch({ values: new Set(VALUES), defaultCountry: "US" });

const MENTIONED = [
  "zeb.quux@example.com",
  " Zeb.Quux@Example.com ",
  "write to <zeb.quux@example.com>, please",
  "https://a.example/?m=zeb.quux%40example.com&n=1",
  "https://a.example/?n=1%0Azeb.quux%40example.com",
  "Zeb@Bu\u0308cher.example",
  "https://a.example/?m=zeb%40b%C3%BCcher.example&n=%FF",
  // A space and quotation marks of Windows-1252.
  "m=E-Mail%3A%A0zeb.quux%40example.com",
  "m=%93zeb.quux%40example.com%94",
  "I am ZEB@BÜCHER.example, call me",
  "(212) 555-0199",
  "212-555-0199",
  "tel:+1-212-555-0199",
  "call 212.555.0199 after 5 pm",
  "+1 (212) 555-0199 ext. 5",
  "p:+12125550199",
  "Cell: (212) 555-0199 (work)",
  "“212-555-0199”",
  "2125550199.0",
  "12125550199.0",
  "1.2125550199E10",
  "mailto:zeb.quux@example.com",
  "Zeb <zeb.quux@example.com>.",
  "https://a.example/?tel=%2B12125550199&n=1",
  "（２１２）５５５－０１９９",
  "هاتف +١٢١٢٥٥٥٠١٩٩",
  "\u202a+1 212 555 0199\u202c",
  "call \u202a(212) 555-0199\u202c, please",
  "\u2068Zeb.Quux@Example.com\u2069",
];

const SOMEBODY_ELSES = [
  "",
  "xzeb.quux@example.com",
  "old.zeb.quux@example.com",
  "zeb.quux@example.com.au",
  "212 555 0198",
  "92125550199",
  "5550199",
];

describe("a person's addresses and numbers", () => {
  it.each(MENTIONED)("are found in %j", async (text) => {
    expect(await mentions(text)).toBe(true);
  });

  it.each(SOMEBODY_ELSES)("are not found in %j", async (text) => {
    expect(await mentions(text)).toBe(false);
  });

  it.each([
    "\\nzeb.quux@example.comx",
    '{"email":"zeb.quux\\u0040example.com",}',
    '{"email":"zeb@b\\u00FCcher.example",}',
    '{"phone":"\\u002B12125550199",}',
    '{"text":"call\\t2125550199",}',
    '{"phone":"212\\/555-0199",}',
    '{"url":"https://a.example/?m=zeb.quux\\u002540example.com",}',
  ])("may be in a text whose encoding is unknown: %s", async (text) => {
    expect(await mayMention(text)).toBe(true);
    expect(await mentions(text)).toBe(false);
  });

  it.each(SOMEBODY_ELSES)("are not in %j, whatever its encoding", async (text) => {
    expect(await mayMention(JSON.stringify(text))).toBe(/zeb/.test(text));
  });
});

it("a person's contacts are searched as they were stored, as people write them, and as a lead would store them", async () => {
  expect(await contactForms(["", DOMAIN, "\u202a212 555 0199\u202c", "none"], "US")).toEqual(
    new Set([DOMAIN, "zeb@bücher.example", "\u202a212 555 0199\u202c", "+12125550199", "none"]),
  );
});

it.each([
  [" 12125550199", true],
  ["tel: 1 212 555 0199", true],
  ["12125550199", false],
  [" 12125550198", false],
])("a number that may have lost its plus is found as one with it: %j", async (text, isFound) => {
  const german = contactSearch({ values: new Set(VALUES), defaultCountry: "DE" });
  expect(await german.mentions(text)).toBe(isFound);
});

it.each<[string, Buffer]>([
  ["UTF-8", Buffer.from(ADDRESS)],
  ["UTF-16", Buffer.from(`\ufeff${ADDRESS}`, "utf16le")],
  ["UTF-16 with the higher byte first", Buffer.from(`\ufeff${ADDRESS}`, "utf16le").swap16()],
  ["UTF-16 that was cut within a character", Buffer.from(`${ADDRESS}€`, "utf16le").subarray(0, -1)],
])("bytes of an unknown encoding are read as %s", (_, bytes) => {
  expect(textsOfBytes(bytes).some((text) => text.includes(ADDRESS))).toBe(true);
});

describe("a phone that is no number", () => {
  it.each(["none", "0", "mail", "a@b", "ext. 1234"])("such as %j is found nowhere", async (phone) => {
    const search = contactSearch({ values: new Set([phone, ADDRESS]), defaultCountry: "US" });
    expect(await search.mentions(phone)).toBe(false);
    expect(await search.mayMention(`phone: ${phone}`)).toBe(false);
    expect(await search.mentions(ADDRESS)).toBe(true);
  });

  it("is found with five digits", async () => {
    const search = contactSearch({ values: new Set(["office 123-45"]), defaultCountry: "US" });
    expect(await search.mentions("call office 123-45")).toBe(true);
  });
});

describe("a long text", () => {
  // The text is longer than a piece of the search, and the steps do not divide a piece.
  const positions = Array.from({ length: 60 }, (_, index) => index * 37);

  it("has a number at any position", async () => {
    for (const position of positions) {
      const text = `${"word ".repeat(position).slice(0, position)} 212-555-0199 ${"word ".repeat(400)}`;
      expect([position, await mentions(text)]).toEqual([position, true]);
    }
  });

  it("has no number that is a part of a longer one, at any position", async () => {
    for (const position of positions) {
      const text = `${"word ".repeat(position).slice(0, position)} 92125550199 ${"word ".repeat(400)}`;
      expect([position, await mentions(text)]).toEqual([position, false]);
    }
  });
});
