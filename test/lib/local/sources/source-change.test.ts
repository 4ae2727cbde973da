import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { classifyChange } from "../../../../lib/local/sources/source-change.ts";

const ROOT = join(import.meta.dirname, "../../../..");

describe("what a change of this checkout is of", () => {
  it.each([
    ["functions/leads/create-lead.ts", false, []],
    ["shared/leads/create-lead.ts", false, []],
    ["shared/leads/lead.contract.ts", true, []],
    ["lib/intake-stack.ts", true, []],
    ["docs/api.md", true, []],
    ["package-lock.json", true, []],
    ["lib/local/host/service.ts", true, ["lib/local/host/service.ts"]],
    ["bin/local.ts", true, ["bin/local.ts"]],
  ])("%s", async (file, isOfStack, ofHost) => {
    expect(await classifyChange(ROOT, [file])).toEqual({ isOfStack, ofHost });
  });
});

describe("what a change is of while a file of the stack cannot be parsed", () => {
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

  it("is the stack, which then says why it cannot start", async () => {
    expect(await classifyChange(root, ["shared/some.contract.ts"])).toMatchObject({ isOfStack: true });
  });
});
