import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { CloudAssembly } from "aws-cdk-lib/cx-api";
import { readCloudAssembly } from "../../lib/local/template/cloud-assembly.ts";
import type { StageSettings } from "../../lib/stacks/stage-settings.ts";
import type { StageName } from "../../lib/stacks/stages.ts";
import { synthesizeOnce } from "./synthesize-stage.ts";

/** A template as JSON text, with its file. */
export type SynthesizedTemplate = {
  readonly stackName: string;
  readonly file: string;
  readonly text: string;
};

/** Returns the templates of a stage with its settings and others. */
export const synthesizeTemplates = (name: StageName = "dev", settings: StageSettings = {}) =>
  new CloudAssembly(synthesizeOnce(name, settings)).stacks.map(({ stackName, templateFullPath }) =>
    readTemplate(stackName, templateFullPath),
  );

const readTemplate = (stackName: string, file: string): SynthesizedTemplate => ({
  stackName,
  file,
  text: readFileSync(file, "utf8"),
});

const folderOf = ([template]: readonly SynthesizedTemplate[]) => dirname(template?.file ?? "");

/** Returns the templates of the stacks nested in these, which are one assembly. */
export const nestedTemplates = (templates: readonly SynthesizedTemplate[]) => {
  const folder = folderOf(templates);
  const files = readdirSync(folder).filter((name) => name.endsWith(".nested.template.json"));
  return files.map((name) => readTemplate(name.split(".")[0] ?? "", join(folder, name)));
};

/** Returns the templates of an assembly as one, in which a reference to another stack becomes one to the resource. */
export const linkedTemplate = (templates: readonly SynthesizedTemplate[]): Template =>
  Template.fromJSON({ Resources: readCloudAssembly(folderOf(templates)).resources });
