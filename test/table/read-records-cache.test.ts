import { beforeEach, describe, expect, it } from "@jest/globals";
import { ttlCache } from "../../shared/table/read-records.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";

beforeEach(() => {
  fakeDate(Date.now());
});
/** A cache, and functions to read a record into it and to see what it holds. */
const newCache = () => {
  const cached = ttlCache<string>();
  const ref = (id: number, value = "") => cached({ key: { pk: String(id), sk: "" }, parse: () => value });
  const heldOf = (count: number) =>
    Array.from({ length: count }, (_, id) => ref(id).cached?.()).filter((value) => value !== undefined);
  return { ref, heldOf };
};

describe("the cache of an instance", () => {
  it("holds a value for four seconds", () => {
    const { ref } = newCache();
    ref(1, "a").parse({});
    expect(ref(1).cached?.()).toBe("a");
    advanceDate(3_999);
    expect(ref(1).cached?.()).toBe("a");
    advanceDate(1);
    expect(ref(1).cached?.()).toBe(undefined);
  });

  it("holds at most a thousand records of ten thousand", () => {
    const { ref, heldOf } = newCache();
    for (let id = 0; id < 10_000; id++) {
      ref(id, "x").parse({});
      expect(ref(id).cached?.()).toBe("x");
    }
    expect(heldOf(10_000).length).toBeLessThanOrEqual(1_000);
  });

  it("holds at most 16 million characters, however often a record is read again", () => {
    const { ref, heldOf } = newCache();
    const large = "x".repeat(1024 * 1024);
    for (let id = 0; id < 100; id++) ref(id, large).parse({});
    expect(heldOf(100).length).toBeLessThanOrEqual(16);
    for (let n = 0; n < 100; n++) ref(1, large).parse({});
    ref(2, large).parse({});
    expect(heldOf(3).length).toBeGreaterThanOrEqual(2);
  });
});
