import { describe, expect, it } from "@jest/globals";
import { hasControlCharacters, isBlank, parseUrl, trimmed, truncate } from "../../shared/schema/text.ts";

describe("isBlank", () => {
  it.each([
    "",
    " ",
    "\t\n",
    "\u00a0",
    "\u200b",
    "\u0000",
    "\ufeff",
    "\u2800",
    "\u3164",
    "\u00ad",
    "\u2028 \u200d",
  ])("is true for %j", (text) => {
    expect([isBlank(text), trimmed(text)]).toEqual([true, ""]);
  });

  it.each(["a", "\u200ba", "😀", "é", "0", ".", "\ud800"])("is false for %j", (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

it("trims white space and nothing else", () => {
  expect(trimmed("\u00a0 a\u200db \n")).toBe("a\u200db");
});

it.each(["a\nb", "a\u0000", "\u007f", "a\u2028b", "\u0085"])("%j has control characters", (text) => {
  expect(hasControlCharacters(text)).toBe(true);
});

it.each(["a b", "é\u200d", "😀"])("%j has no control characters", (text) => {
  expect(hasControlCharacters(text)).toBe(false);
});

describe("truncate", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "ab…"],
    ["a😀bc", 3, "a…"],
    ["😀😀😀", 6, "😀😀😀"],
    ["😀😀😀", 5, "😀😀…"],
  ])("cuts %j at %d", (text, maximum, expected) => {
    expect(truncate(text, maximum)).toBe(expected);
    expect(truncate(text, maximum).isWellFormed()).toBe(true);
  });
});

describe("parseUrl", () => {
  it.each(["https://a.example", "\u00a0https://a.example\u2028", "HTTPS://A.EXAMPLE:443/"])(
    "reads %j",
    (text) => {
      expect(parseUrl(text)?.href).toBe("https://a.example/");
    },
  );

  it.each(["", "a", "https://a.exam\nple", "https://a.example/\tb", 5, null])("rejects %j", (text) => {
    expect(parseUrl(text)).toBeNull();
  });
});
