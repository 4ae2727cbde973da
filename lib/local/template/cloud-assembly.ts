import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import { linkTemplates, type Resource, template } from "./linked-templates.ts";

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z.object({ templateFile: z.string().default("") }).default({ templateFile: "" }),
    }),
  ),
});

const assets = z.object({
  files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })),
});

/** The output of `cdk synth`: the assets and the resources of all its stacks, as if of one. */
export type CloudAssembly = {
  readonly resources: Readonly<Record<string, Resource>>;
  /** Returns the folder of the asset with this key in the staging bucket. */
  readonly assetDirectory: (s3Key: string) => string;
};

/** @throws StartError if the assembly holds no stack, or stacks that do not fit together */
export const readCloudAssembly = (directory: string): CloudAssembly => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), "utf8"));
  const stacks = Object.entries(manifest.parse(read("manifest.json")).artifacts).filter(
    ([, { type }]) => type === "aws:cloudformation:stack",
  );
  if (stacks.length === 0) throw new StartError(`There is no stack in ${directory}.`);
  const files = new Map(
    stacks.flatMap(([name]) => Object.entries(assets.parse(read(`${name}.assets.json`)).files)),
  );
  const assetPath = (s3Key: string) => {
    const asset = files.get(s3Key.replace(/\.(zip|json)$/, ""));
    if (!asset) throw new StartError(`The stack's asset ${s3Key} is missing from ${directory}.`);
    return asset.source.path;
  };
  const templates = stacks.map(([name, { properties }]) => [
    name,
    template.parse(read(properties.templateFile)),
  ]);
  return {
    resources: linkTemplates(Object.fromEntries(templates), (s3Key) =>
      template.parse(read(assetPath(s3Key))),
    ),
    assetDirectory: (s3Key) => resolve(directory, assetPath(s3Key)),
  };
};
