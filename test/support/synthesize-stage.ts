import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functionName } from "../../lib/bundling/function-files.ts";
import { createApp } from "../../lib/stacks/cdk-app.ts";
import { addStacks } from "../../lib/stacks/intake-app.ts";
import { toStage } from "../../lib/stacks/resolve-stage.ts";
import type { StageSettings } from "../../lib/stacks/stage-settings.ts";
import { STAGES, type StageName } from "../../lib/stacks/stages.ts";
import type { checkTemplateRules } from "../../lib/stacks/template-rules.ts";
import { PUBLIC_PATHS } from "../../shared/routes.ts";
import { sha256 } from "../../shared/table/record-keys.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Replaces `bundleFunctions` and the bundles of pages: tests of templates need no code, only a folder for each function,
 * and a file for each page.
 */
export const createBundles = (directory: string) => {
  const files = readdirSync(join(ROOT, "functions"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".ts"))) {
    const bundle = join(directory, functionName(file));
    mkdirSync(bundle);
    writeFileSync(join(bundle, "index.cjs"), "");
  }
  for (const name of Object.keys(PUBLIC_PATHS)) {
    mkdirSync(join(directory, name, "page"));
    writeFileSync(join(directory, name, "page", "page-0.js.gz"), "");
  }
  return directory;
};

/**
 * Synthesizes the stacks of a stage with its settings and others, without code, into a new folder of `directory`.
 * `check` adds rules that the templates must follow.
 */
export const synthesizeStage = (
  directory: string,
  name: StageName,
  settings: StageSettings = {},
  check?: typeof checkTemplateRules,
) => {
  process.env.CDK_VALIDATION = String(check !== undefined); // validates the app as a whole, which takes seconds
  const app = createApp({ outdir: mkdtempSync(join(directory, "assembly-")) });
  const bundles = createBundles(mkdtempSync(join(directory, "bundles-")));
  const stage = toStage(name, { ...STAGES[name], ...settings });
  check?.(app, [stage]);
  addStacks(app, stage, bundles);
  return app.synth();
};

/**
 * Synthesizes a stage with its settings and others, once in a run.
 * @returns the folder of the assembly, which tests share
 */
export const synthesizeOnce = (name: StageName, settings: StageSettings = {}): string => {
  const folder = join(tmpdir(), `assembly-${sha256(JSON.stringify([name, settings]))}`);
  if (existsSync(folder)) return folder;
  const { directory } = synthesizeStage(mkdtempSync(join(tmpdir(), "synthesis-")), name, settings);
  try {
    renameSync(directory, folder);
  } catch (error) {
    // Another worker may have synthesized it meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
};
