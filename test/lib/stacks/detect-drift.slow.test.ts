import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parseByCdk } from "../../support/parse-by-cdk.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const runbooks = readFileSync(join(DOCS, "runbooks.md"), "utf8");

describe("the command that detects drift", () => {
  const [all = "", rules = ""] = [...runbooks.matchAll(/npx cdk (drift [^`]+?--fail)/g)].map(
    ([, command = ""]) => command.replaceAll("\n", " "),
  );

  it("is that of the weekly check", () => {
    const weekly = readFileSync(join(DOCS, "../.github/workflows/weekly.yml"), "utf8");
    expect(weekly).toContain(`run: npx cdk ${all}\n`);
  });

  it.each([
    [all, []],
    [rules, ["intake-prod-live"]],
  ])("%s is read by the CDK CLI as meant", (command, stacks) => {
    // The folder of the assembly is in no test.
    const args = command.replace("cdk.out", "unknown.out").split(" ");
    const { STACKS = [], ...options } = parseByCdk(args);
    // Without a name, it looks at every stack.
    expect([...STACKS]).toEqual(stacks);
    expect(options).toMatchObject({ _: ["drift"], app: "unknown.out", fail: true });
  });
});
