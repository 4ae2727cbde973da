import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { headingAnchors } from "./headings.ts";
import { runForRows } from "./operator.ts";

const RUNBOOKS = headingAnchors(readFileSync(join(import.meta.dirname, "../../docs/runbooks.md"), "utf8"));

/** A fault, the function that causes it, the checks that report it, and a part of the first one's detail. */
export type Problem = readonly [string, () => unknown, readonly string[], string];

export const runDoctor = (stage = "prod") => runForRows("doctor", "--stage", stage);

/** Expects exactly these checks to find a problem, each with an action and a runbook. */
export const expectProblems = async (checks: readonly string[], detail: string) => {
  const { rows, error } = await runDoctor();
  const problems = rows.filter(({ status }) => status === "problem");
  expect(problems.map(({ check }) => check)).toEqual(checks);
  expect(problems[0]?.detail).toContain(detail);
  expect(error).toMatch(`${checks.length} problems`);
  for (const { action, runbook } of problems) {
    expect(action).toMatch(/\w/);
    expect(RUNBOOKS).toContain(runbook);
  }
};
