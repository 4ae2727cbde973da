import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { choosePlural, fill, fillParts } from "../../../pages/book/fill.ts";
import { chooseWording } from "../../../pages/book/language.ts";
import { ENGLISH } from "../../../pages/book/texts/english.ts";
import { TEXTS } from "../../../pages/book/texts/languages.ts";

const FOLDER = join(import.meta.dirname, "../../../pages/book");

const code = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(FOLDER, name), "utf8"))
  .join("\n");

const LANGUAGES = Object.entries(TEXTS);

describe("a text", () => {
  it("puts values into its places, in the order of its language", () => {
    expect(fill("{firm}: {heading}", { heading: "Your appointment", firm: "{heading} & Co" })).toBe(
      "{heading} & Co: Your appointment",
    );
    expect(fillParts("It is {time}, {zone}.", { time: 9, zone: 1 })).toEqual(["It is ", 9, ", ", 1, "."]);
  });

  it("keeps a place without a value, and inserts values named like parts of an object", () => {
    expect(fill("{constructor} {date}", { date: "today" })).toBe("{constructor} today");
  });

  it("has one full stop after a value that ends with one", () => {
    expect(fill("Until {date}.", { date: "3:00 p.m." })).toBe("Until 3:00 p.m.");
    expect(fill("Until {date}. And {name}.", { date: "3 PM", name: "Doe Inc." })).toBe(
      "Until 3 PM. And Doe Inc.",
    );
    expect(fillParts<object | string>("{date}.", { date: { textContent: "p.m." } })).toHaveLength(1);
  });

  it("uses the form of its number", () => {
    const durations = (language: "en" | "fr") =>
      [0, 1, 2].map((count) =>
        fill(choosePlural(TEXTS[language].meeting.duration, count, language), { count: String(count) }),
      );
    expect(durations("en")).toEqual(["0 minutes", "1 minute", "2 minutes"]);
    expect(durations("fr")).toEqual(["0 minute", "1 minute", "2 minutes"]);
    expect(choosePlural({ other: "many", few: "few" }, 3, "pl")).toBe("few");
  });
});

describe("the wording", () => {
  it.each([
    ["the visitor's first language that the page has", null, ["xx", "de-AT", "en"], ["de", "de-AT"]],
    ["the visitor's region", null, ["en-GB", "en-US"], ["en", "en-GB"]],
    ["English for other visitors", null, ["fa-IR", "ja"], ["en", "en"]],
    ["English where the browser names no language", null, [], ["en", "en"]],
    ["the firm's language", "fr", ["en-US"], ["fr", "fr"]],
    ["the firm's language in the visitor's region", "fr", ["en-CA", "fr-CA"], ["fr", "fr-CA"]],
    ["no language that the browser does not know", null, ["en-US@posix", "C", "es-MX"], ["es", "es-MX"]],
    ["no language that only begins alike", null, ["est", "fra"], ["en", "en"]],
  ] as const)("is in %s", (_, firms, visitors, [language, locale]) => {
    expect(chooseWording(firms, visitors)).toEqual({ language, locale });
  });
});

describe("the texts", () => {
  it("are all used", () => {
    const names = Object.values(ENGLISH).flatMap((group) =>
      typeof group === "string" ? [] : Object.keys(group),
    );
    const inMarkup = Object.keys(ENGLISH.shell);
    expect(
      names.filter((name) => !inMarkup.includes(name) && !new RegExp(`\\b${name}\\b`).test(code)),
    ).toEqual([]);
  });

  it("are in files of their own: no element of the page has its own", () => {
    expect(code.match(/"[A-Z][a-z]+ [^"]*"/g) ?? []).toEqual([]);
  });

  const placesOf = (texts: object): [string, string[]][] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === "string"
        ? [[name, (text.match(/\{\w+\}/g) ?? []).toSorted()]]
        : placesOf(text).map(([part, places]): [string, string[]] => [`${name}.${part}`, places]),
    );

  it.each(LANGUAGES)("have the same places in each language: %s", (_, texts) => {
    expect(placesOf(texts)).toEqual(placesOf(ENGLISH));
  });

  it("have no line break before a French mark", () => {
    expect(JSON.stringify(TEXTS.fr).match(/ [:;?!]/g)).toBeNull();
  });

  it.each(LANGUAGES)("are at most 4 KB to load: %s", (_, texts) => {
    const file = JSON.stringify(texts);
    expect(gzipSync(file, { level: 9 }).length).toBeLessThanOrEqual(4_096);
    expect(brotliCompressSync(file).length).toBeLessThanOrEqual(4_096);
  });
});
