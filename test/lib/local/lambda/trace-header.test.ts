import { describe, expect, it } from "@jest/globals";
import { isRecursiveLoop, traceHeaderOfInvocation } from "../../../../lib/local/lambda/trace-header.ts";

const SOME = "Some";
const OTHER = "Other";

/** The trace header of the last of several invocations, each caused by the one before. */
const chain = (...functionNames: string[]) =>
  functionNames.reduce<string | undefined>(
    (header, name) => traceHeaderOfInvocation(name, header === undefined ? [] : [header]),
    undefined,
  ) ?? "";

const times = (count: number, name = SOME) => Array.from({ length: count }, () => name);

describe("traceHeaderOfInvocation", () => {
  it("counts the invocations of each function after its first one", () => {
    expect(chain(SOME)).toBe("Lineage=Some:0");
    expect(chain(SOME, OTHER, SOME, SOME)).toBe("Lineage=Some:2|Other:0");
  });

  it("takes each function's highest count from the messages of a batch", () => {
    const header = traceHeaderOfInvocation(SOME, [chain(...times(3)), chain(...times(5)), chain(OTHER)]);
    expect(header).toBe("Lineage=Some:5|Other:0");
  });
});

describe("isRecursiveLoop", () => {
  it.each([
    ["a message without a trace header", "", false],
    ["a malformed trace header", "Lineage=", false],
    ["15 invocations", chain(...times(15)), false],
    ["16 invocations", chain(...times(16)), true],
    ["16 invocations, with those of another function", chain(...times(16), ...times(3, OTHER)), true],
    ["16 invocations of another function", chain(SOME, ...times(16, OTHER)), false],
  ])("tells for %s", (_case, header, expected) => {
    expect(isRecursiveLoop(SOME, header)).toBe(expected);
  });
});
