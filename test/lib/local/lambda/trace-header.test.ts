import { describe, expect, it } from "@jest/globals";
import { isRecursiveLoop, traceHeaderOfInvocation } from "../../../../lib/local/lambda/trace-header.ts";

const ARN = "arn:aws:lambda:local:000000000000:function:Some";
const OTHER = "arn:aws:lambda:local:000000000000:function:Other";

/** The trace header of the last of several invocations, each caused by the one before. */
const chain = (...functionArns: string[]) =>
  functionArns.reduce<string | undefined>(
    (header, arn) => traceHeaderOfInvocation(arn, header === undefined ? [] : [header]),
    undefined,
  ) ?? "";

const times = (count: number, arn = ARN) => Array.from({ length: count }, () => arn);

describe("traceHeaderOfInvocation", () => {
  it("counts the invocations of each function after its first one", () => {
    expect(chain(ARN)).toMatch(
      /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0;Lineage=[0-9a-f]{8}:0$/,
    );
    expect(chain(ARN, OTHER, ARN, ARN)).toMatch(/Lineage=[0-9a-f]{8}:2\|[0-9a-f]{8}:0$/);
  });

  it("keeps the root of the trace that it continues, and starts another for another event", () => {
    const first = chain(ARN);
    const root = first.split(";")[0] ?? "";
    expect(traceHeaderOfInvocation(ARN, [first])).toContain(root);
    expect(chain(ARN)).not.toContain(root);
  });

  it("takes each function's highest count from the messages of a batch", () => {
    const header = traceHeaderOfInvocation(ARN, [chain(...times(3)), chain(...times(5)), chain(OTHER)]);
    expect(header).toMatch(/Lineage=[0-9a-f]{8}:5\|[0-9a-f]{8}:0$/);
  });
});

describe("isRecursiveLoop", () => {
  it.each([
    ["a message without a trace header", "", false],
    ["a malformed trace header", "Lineage=", false],
    ["15 invocations", chain(...times(15)), false],
    ["16 invocations", chain(...times(16)), true],
    ["16 invocations, with those of another function", chain(...times(16), ...times(3, OTHER)), true],
    ["16 invocations of another function", chain(ARN, ...times(16, OTHER)), false],
  ])("tells for %s", (_case, header, expected) => {
    expect(isRecursiveLoop(ARN, header)).toBe(expected);
  });
});
