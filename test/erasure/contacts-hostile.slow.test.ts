import { expect, it } from "@jest/globals";
import { contactSearch } from "../../shared/erasure/contacts.rules.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { watchPatterns } from "../support/pattern-inputs.ts";

const { mayMention } = contactSearch({
  values: new Set(["zeb.quux@example.com", "+12125550199"]),
  defaultCountry: "US",
});

/** Escapes and runs of characters, each read once. */
const IN_ONE_PASS = [
  "(?:%[\\da-f]{2})+",
  "\\\\(?:u([\\da-f]{4})|(\\/)|[bfnrt])",
  "[^0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19]+",
  "[^0-9]",
];
const PIECE_CHARACTERS = 512;

it.each(hostileTexts(LIMITS.deliveryBodyBytes))(
  "a hostile text of %s is searched in one pass",
  async (_, text) => {
    const patterns = watchPatterns();
    expect(await mayMention(`${text} 555-0199`)).toBe(false);
    const given = patterns.givenMoreThan(PIECE_CHARACTERS);
    expect(given.filter((pattern) => !IN_ONE_PASS.includes(pattern))).toEqual([]);
  },
);
