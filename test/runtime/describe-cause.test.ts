import { describe, expect, it } from "@jest/globals";
import { describeCause } from "../../shared/runtime/log.ts";

const STORED = /dana|doe|example\.com|555/i;

describe("describeCause", () => {
  it("has the names and stacks of an error and its causes", () => {
    const error = new TypeError("outer", { cause: new RangeError("middle", { cause: new Error("inner") }) });
    expect(describeCause(error)).toMatch(
      /^TypeError\n +at (.*\n)*caused by RangeError\n +at (.*\n)*caused by Error\n +at .*describe-cause\.test\.ts:\d+/,
    );
  });

  it("has the code of an error", () => {
    expect(describeCause(Object.assign(new Error("no"), { code: "ECONNRESET" }))).toMatch(
      /^Error ECONNRESET\n/,
    );
  });

  it("has the name of an error of a queue, which may have a dot", () => {
    const error = Object.assign(new Error("no"), { name: "KMS.ThrottlingException" });
    expect(describeCause(error)).toMatch(/^KMS\.ThrottlingException\n/);
  });

  it("is the same in whichever of several concurrent calls the fault happens", async () => {
    const failing = async (isFailing: boolean) => {
      await null;
      if (isFailing) throw new Error("no");
    };
    const faultOf = (failed: number) => Promise.all([0, 1].map((index) => failing(index === failed)));
    const [first, second] = await Promise.allSettled([0, 1].map(faultOf));
    const described = [first, second].map((outcome) => describeCause(Object(outcome).reason));
    expect(new Set(described).size).toBe(1);
    expect(described[0]).toContain("describe-cause.test.ts");
  });

  it("stops after five causes, even in a cycle", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeCause(error).match(/caused by/g)).toHaveLength(5);
  });

  it.each([
    ["a text", "Dana"],
    ["nothing", undefined],
    ["null", null],
    ["an object", { name: "Dana" }],
  ])("shows only the type of a thrown value that is not an error: %s", (_, thrown) => {
    expect(describeCause(thrown)).toBe(`thrown: ${typeof thrown}`);
  });

  const parseFailure = () => {
    try {
      return JSON.parse('{"name": Dana Doe}');
    } catch (error) {
      return error;
    }
  };

  it.each<[string, () => unknown]>([
    ["the message", () => new Error("Dana Doe, dana@example.com")],
    [
      "a message of lines like a stack",
      () => new Error("no\n    at Dana (Doe:1:1)\n    at dana@example.com:5:55"),
    ],
    ["a message that replaces text", () => new Error("$& Dana $1")],
    ["a message of JSON that is malformed", parseFailure],
    ["the message of a cause", () => new Error("failed", { cause: new Error("Dana Doe") })],
    ["a cause that is no error", () => new Error("failed", { cause: "Dana Doe" })],
    ["the name", () => Object.assign(new Error("no"), { name: "dana@example.com" })],
    ["the code", () => Object.assign(new Error("no"), { code: "dana@example.com" })],
    [
      "the fields of an error of the store",
      () =>
        Object.assign(new Error("no"), { Item: { name: "Dana" }, CancellationReasons: [{ Item: "Doe" }] }),
    ],
    ["the errors of several", () => new AggregateError([new Error("Dana")], "Doe")],
    ["a message that was changed", () => Object.assign(new Error("Dana Doe"), { message: "no" })],
  ])("shows no text of a stored record: %s", (_, make) => {
    const text = describeCause(make());
    expect(text).not.toMatch(STORED);
    expect(text).toMatch(/\n +at .*describe-cause\.test\.ts:\d+:\d+|caused by thrown/);
  });
});
