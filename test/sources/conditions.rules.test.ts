import { describe, expect, it } from "@jest/globals";
import { conditionOutcome } from "../../shared/sources/inbound-json.rules.ts";
import type { Condition } from "../../shared/sources/source.rules.ts";

const outcome = (json: unknown, acceptWhen: Condition[], testWhen: Condition[] = []) =>
  conditionOutcome(json, { acceptWhen, testWhen });

describe("a condition", () => {
  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, " paid\n"],
    [{ equals: " paid " }, "paid"],
    [{ equals: "7" }, 7],
    [{ equals: 7 }, "7"],
    [{ equals: 7 }, 7],
    [{ equals: 0 }, 0],
    [{ equals: true }, "true"],
    [{ equals: "true" }, true],
    [{ equals: false }, false],
    [{ in: ["a", 2, false] }, "2"],
    [{ in: ["a", 2, false] }, false],
    [{ present: true }, 0],
    [{ present: true }, false],
    [{ present: true }, []],
    [{ present: false }, ""],
    [{ present: false }, " \u200b"],
    [{ present: false }, null],
    [{ present: false }, undefined],
  ])("%j holds for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBeNull();
  });

  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, "Paid"],
    [{ equals: "paid" }, "paid now"],
    [{ equals: 1 }, "1.0"],
    [{ equals: 1 }, true],
    [{ equals: "a" }, ["a"]],
    [{ equals: "[object Object]" }, {}],
    [{ equals: "null" }, null],
    [{ equals: "undefined" }, undefined],
    [{ in: ["a", 2] }, "b"],
    [{ in: ["a", 2] }, undefined],
    [{ present: true }, " "],
    [{ present: true }, undefined],
    [{ present: false }, "x"],
    [{ present: false }, 0],
  ])("%j does not hold for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBe("ignored");
  });
});

describe("conditions", () => {
  const paid = { path: "status", equals: "paid" };
  const test = { path: "test", equals: true };

  it("must all hold", () => {
    const both = [paid, { path: "email", present: true }];
    expect(outcome({ status: "paid", email: "a@b.io" }, both)).toBeNull();
    expect(outcome({ status: "paid" }, both)).toBe("ignored");
    expect(outcome({ status: "paid", test: true }, [], [paid, test])).toBe("test");
    expect(outcome({ test: true }, [], [paid, test])).toBeNull();
  });

  it("accept everything, and treat nothing as a test, when there are none", () => {
    expect(outcome({}, [])).toBeNull();
    expect(outcome(["a list"], [])).toBeNull();
  });

  it("accept before they test", () => {
    expect(outcome({ test: true }, [paid], [test])).toBe("ignored");
    expect(outcome({ test: true, status: "paid" }, [paid], [test])).toBe("test");
  });
});
