import { beforeEach, describe, expect, it } from "@jest/globals";
import { cachedIf, ttlCache } from "../../shared/table/record-cache.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";

beforeEach(() => {
  fakeDate(Date.now());
});
/** Returns a cache, and functions to read a record into it and to list its records. */
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

describe("a cached value that is insufficient", () => {
  const fits = (value: string) => value === "new";

  it.each([
    ["is never used without a maximum age", undefined, 0, undefined],
    ["is used while it is younger than the maximum", 1_000, 999, "old"],
    ["is not used from then on", 1_000, 1_000, undefined],
  ])("%s", (_, ageMilliseconds, milliseconds, value) => {
    const { ref } = newCache();
    ref(1, "old").parse({});
    advanceDate(milliseconds);
    expect(cachedIf(ref(1), fits, ageMilliseconds).cached?.()).toBe(value);
  });

  it("is as old as the question, not as the answer", () => {
    const { ref } = newCache();
    const asked = ref(1, "old");
    advanceDate(999);
    asked.parse({});
    expect(cachedIf(ref(1), fits, 1_000).cached?.()).toBe("old");
    advanceDate(1);
    expect(cachedIf(ref(1), fits, 1_000).cached?.()).toBe(undefined);
  });

  it("does not prevent the use of a sufficient one for four seconds", () => {
    const { ref } = newCache();
    ref(1, "new").parse({});
    advanceDate(3_999);
    expect(cachedIf(ref(1), fits).cached?.()).toBe("new");
  });
});
