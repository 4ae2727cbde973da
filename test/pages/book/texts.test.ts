import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { choosePlural, ENGLISH, fill, fillParts, textsIn } from "../../../pages/book/texts.ts";

const FOLDER = join(import.meta.dirname, "../../../pages/book");

const code = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".ts") && name !== "texts.ts")
  .map((name) => readFileSync(join(FOLDER, name), "utf8"))
  .join("\n");

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

  it("uses the form of its number", () => {
    const { duration } = ENGLISH.meeting;
    expect(
      [0, 1, 2, 60].map((count) => fill(choosePlural(duration, count, "en"), { count: String(count) })),
    ).toEqual(["0 minutes", "1 minute", "2 minutes", "60 minutes"]);
    expect(choosePlural({ other: "many", few: "few" }, 3, "pl")).toBe("few");
  });

  it("is in the visitor's first language with a translation, or in English", () => {
    expect([["en-GB"], ["xx", "en"], ["de-DE"], []].map(textsIn)).toEqual([
      ENGLISH,
      ENGLISH,
      ENGLISH,
      ENGLISH,
    ]);
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

  it("are in one file: no element of the page has its own", () => {
    expect(code.match(/"[A-Z][a-z]+ [^"]*"/g) ?? []).toEqual([]);
  });
});
