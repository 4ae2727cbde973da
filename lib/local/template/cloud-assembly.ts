import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.optional(z.object({ templateFile: z.string().optional(), file: z.string().optional() })),
    }),
  ),
});

/** Strict, because a condition, a creation policy or the like would be ignored. */
const resource = z.strictObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.unknown().optional(),
  Metadata: z.unknown().optional(),
  DeletionPolicy: z.unknown().optional(),
  UpdateReplacePolicy: z.unknown().optional(),
});

const template = z.object({ Resources: z.record(z.string(), resource) });

const assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

export type Resource = z.output<typeof resource>;

/** The output of `cdk synth`: one stack's template and its assets. */
export type CloudAssembly = {
  readonly stackName: string;
  readonly resources: Readonly<Record<string, Resource>>;
  /** Returns the folder of the asset with this key in the staging bucket. */
  readonly assetDirectory: (s3Key: string) => string;
};

/** @throws StartError unless the assembly holds exactly one stack */
export const readCloudAssembly = (directory: string): CloudAssembly => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), "utf8"));
  const artifacts = Object.entries(manifest.parse(read("manifest.json")).artifacts);
  const stacks = artifacts.filter(([, { type }]) => type === "aws:cloudformation:stack");
  const [stackName = "", stack] = stacks[0] ?? [];
  if (stacks.length !== 1 || !stack?.properties?.templateFile) {
    throw new StartError(`The local service hosts one stack; the app declares ${stacks.length}.`);
  }
  const { files } = assets.parse(read(`${stackName}.assets.json`));
  return {
    stackName,
    resources: template.parse(read(stack.properties.templateFile)).Resources,
    assetDirectory: (s3Key) => {
      const asset = files[s3Key.replace(/\.zip$/, "")];
      if (!asset) throw new StartError(`The stack's asset ${s3Key} is missing from ${directory}.`);
      return join(directory, asset.source.path);
    },
  };
};
