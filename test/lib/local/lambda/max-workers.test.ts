import { describe, expect, it } from "@jest/globals";
import { maxWorkersOf } from "../../../../lib/local/lambda/max-workers.ts";
import { sampleFunction } from "../sample-resources.ts";

describe("maxWorkersOf", () => {
  it.each([
    ["no reserved concurrency", undefined, undefined, 4],
    ["reserved concurrency", 10, undefined, 10],
    ["less than the default", 1, undefined, 1],
    ["more than fits one machine", 100, undefined, 32],
    ["an option that overrides it", 10, 2, 2],
  ])("returns the concurrent instances for %s", (_case, reservedConcurrency, override, expected) => {
    expect(maxWorkersOf(override)(sampleFunction({ reservedConcurrency }))).toBe(expected);
  });
});
