import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { chooseWording } from "../../../pages/book/language.ts";
import { ENGLISH } from "../../../pages/book/texts/english.ts";
import { TEXTS } from "../../../pages/book/texts/languages.ts";

const PAGES = join(import.meta.dirname, "../../../pages");

const code = ["book", "shared"]
  .flatMap((folder) => readdirSync(join(PAGES, folder)).map((name) => join(PAGES, folder, name)))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

const LANGUAGES = Object.entries(TEXTS);

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
