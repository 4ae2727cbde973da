import { describe, expect, it } from "@jest/globals";
import { boundedMap } from "../../shared/runtime/collections.ts";

const mapOf = (entriesMaximum: number, keys: readonly string[]) => {
  const map = boundedMap<string, number>(entriesMaximum);
  for (const [index, key] of keys.entries()) map.set(key, index);
  return map;
};

describe("boundedMap", () => {
  it("returns what was set last", () => {
    const map = mapOf(2, ["a", "b", "a"]);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([2, 1, undefined]);
  });

  it("is emptied for an entry that is one too many", () => {
    const map = mapOf(2, ["a", "b", "c"]);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, undefined, 2]);
  });

  it("forgets a deleted entry, and has room again", () => {
    const map = mapOf(2, ["a", "b"]);
    map.delete("a");
    map.set("c", 2);
    expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, 1, 2]);
  });
});
