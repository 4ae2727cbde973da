import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { createApp } from "../../lib/cdk-app.ts";
import { addStacks } from "../../lib/intake-app.ts";
import { readCloudAssembly } from "../../lib/local/template/cloud-assembly.ts";
import { toStage } from "../../lib/stage.ts";
import type { StageSettings } from "../../lib/stage-settings.ts";
import { STAGES, type StageName } from "../../lib/stages.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A template as JSON text, and where it was written. */
export type SynthesizedTemplate = {
  readonly stackName: string;
  readonly file: string;
  readonly text: string;
};

/** Stands in for `bundleFunctions`: whoever reads templates needs no code, only a folder for each function. */
const createBundles = (directory: string) => {
  const files = readdirSync(join(ROOT, "functions"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((each) => each.endsWith(".ts"))) {
    const bundle = join(directory, basename(file, ".ts"));
    mkdirSync(bundle, { recursive: true });
    writeFileSync(join(bundle, "index.cjs"), "");
  }
};

/** Synthesizes a stage with its settings and others, in a folder that is removed after the tests of the file. */
export const useTemplates = () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-templates-"));
  const bundles = join(directory, "bundles");
  createBundles(bundles);
  afterAll(() => rmSync(directory, { recursive: true }));
  process.env.CDK_VALIDATION = "false"; // of the app as a whole, which takes seconds
  return (name: StageName = "dev", settings: StageSettings = {}): SynthesizedTemplate[] => {
    const outdir = mkdtempSync(join(directory, "assembly-"));
    const app = createApp({ outdir });
    addStacks(app, toStage(name, { ...STAGES[name], ...settings }), bundles);
    return app
      .synth()
      .stacks.map(({ stackName, templateFullPath }) => readTemplate(stackName, templateFullPath));
  };
};

const readTemplate = (stackName: string, file: string): SynthesizedTemplate => ({
  stackName,
  file,
  text: readFileSync(file, "utf8"),
});

const folderOf = ([template]: readonly SynthesizedTemplate[]) => dirname(template?.file ?? "");

/** The templates of the stacks that are nested in these, which are one assembly. */
export const nestedTemplates = (templates: readonly SynthesizedTemplate[]) => {
  const folder = folderOf(templates);
  const files = readdirSync(folder).filter((name) => name.endsWith(".nested.template.json"));
  return files.map((name) => readTemplate(name.split(".")[0] ?? "", join(folder, name)));
};

/** The templates of an assembly as one, in which what refers to another stack refers to the resource. */
export const linkedTemplate = (templates: readonly SynthesizedTemplate[]): Template =>
  Template.fromJSON({ Resources: readCloudAssembly(folderOf(templates)).resources });
