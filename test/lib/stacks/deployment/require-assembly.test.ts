import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { requireAssembly } from "../../../../lib/stacks/deployment/require-assembly.ts";
import { resolvePinnedStage } from "../../../../lib/stacks/resolve-stage.ts";
import { stacksOf } from "../../../../lib/stacks/stage-names.ts";

it("an assembly is refused while it lacks a stack of the stage", () => {
  const assembly = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  const stage = resolvePinnedStage("prod");
  for (const { stackName } of stacksOf(stage)) {
    expect(() => requireAssembly(assembly, stage)).toThrow(`has no ${stackName}`);
    writeFileSync(join(assembly, `${stackName}.template.json`), "{}");
  }
  expect(() => requireAssembly(assembly, stage)).not.toThrow();
  rmSync(assembly, { recursive: true });
});
