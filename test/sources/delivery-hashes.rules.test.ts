import { describe, expect, it } from "@jest/globals";
import { valuesHash } from "../../shared/sources/delivery-hashes.rules.ts";

describe("the hash of mapped values", () => {
  it("is the same whatever blank fields the firm defines, and in any order", () => {
    const one = new Map([
      ["email", "a"],
      ["phone", "b"],
    ]);
    const other = new Map([
      ["phone", "b"],
      ["data.new", ""],
      ["data.constant", null],
      ["email", "a"],
    ]);
    expect(valuesHash(one)).toBe(valuesHash(other));
    expect(
      valuesHash(
        new Map([
          ["email", "b"],
          ["phone", "a"],
        ]),
      ),
    ).not.toBe(valuesHash(one));
  });
});
