import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { isOfStack } from "../../../../lib/local/sources/follow-sources.ts";

const ROOT = join(import.meta.dirname, "../../../..");

describe("the decision whether a change of this checkout affects the stack", () => {
  it.each([
    ["functions/leads/create-lead.ts", false],
    ["shared/leads/create-lead.ts", false],
    ["shared/leads/lead.contract.ts", true],
    ["lib/stacks/intake-stack.ts", true],
    ["docs/api.md", true],
    ["package-lock.json", true],
  ])("%s: %s", async (file, expected) => {
    expect(await isOfStack(ROOT, [file])).toBe(expected);
  });
});

describe("a change while a file of the stack cannot be parsed", () => {
  const root = mkdtempSync(join(tmpdir(), "intake-change-"));
  beforeAll(() => {
    for (const [file, content] of [
      ["bin/app.ts", 'import "../shared/some.contract.ts";'],
      ["shared/some.contract.ts", "const = 1;"],
    ] as const) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), content);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it("affects the stack, which then states why it cannot start", async () => {
    expect(await isOfStack(root, ["shared/some.contract.ts"])).toBe(true);
  });
});
