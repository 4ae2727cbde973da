import { describe, expect, it, jest } from "@jest/globals";
import type { OperatorOptions } from "../../../lib/operator/operator-command.ts";
import { OneLine, printResult, type Result } from "../../../lib/operator/output.ts";

const printed = (result: Result, options: OperatorOptions = {}): string[] => {
  const log = jest.spyOn(console, "log").mockImplementation(() => {});
  printResult(result, options);
  return log.mock.calls.flatMap(([text]) => String(text).split("\n"));
};

const rowsOf = (...rows: Record<string, unknown>[]) => printed(rows);

const ID = "0199e1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b";

describe("rows", () => {
  it("are columns as wide as their longest cell", () => {
    expect(rowsOf({ name: "Doe", open: true }, { name: "Partners", open: null })).toEqual([
      "name      open",
      "Doe       true",
      "Partners  -",
    ]);
  });

  it("fit into 100 characters: longer text continues below, split between words", () => {
    const action = "ask AWS for a higher quota of concurrent executions ".repeat(4).trim();
    const lines = rowsOf({ id: ID, action, status: "problem" }, { id: ID, action: "none", status: "ok" });
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(lines[1]).toMatch(new RegExp(`^${ID}  ask AWS .* problem$`));
    expect(lines[2]).toMatch(/^ {38}\w+/);
    expect(
      lines
        .slice(1, -1)
        .map((line) => line.slice(38, 91).trim())
        .join(" "),
    ).toBe(action);
  });

  it("become a record each if ids leave no room for columns", () => {
    expect(
      rowsOf({ firm_id: ID, lead_id: ID, webhook_id: ID }, { firm_id: ID, lead_id: null, webhook_id: ID }),
    ).toEqual([
      `firm_id     ${ID}`,
      `lead_id     ${ID}`,
      `webhook_id  ${ID}`,
      "",
      `firm_id     ${ID}`,
      "lead_id     -",
      `webhook_id  ${ID}`,
    ]);
  });

  it("keep a command on one line, to be copied", () => {
    const command = `feed delete ${ID} ${ID} ${ID}`;
    expect(rowsOf({ change: "deleted", repeat: new OneLine(command) })).toEqual([
      "change  deleted",
      `repeat  ${command}`,
    ]);
  });

  it("state that there are none", () => {
    expect(rowsOf()).toEqual(["none"]);
  });
});

describe("a record", () => {
  it("shows lists and objects as words, and keeps the lines of a text", () => {
    const record = {
      stages: ["new", "won"],
      rules: { buffer_min: 15 },
      none: [],
      cause: "Error: no\n    at handler",
    };
    expect(printed(record)).toEqual([
      "stages  new won",
      "rules   buffer_min=15",
      "none    -",
      "cause   Error: no",
      "            at handler",
    ]);
  });

  it("is printed unchanged with --json", () => {
    expect(printed({ stages: ["new"] }, { json: true })).toEqual(['{"stages":["new"]}']);
  });
});
