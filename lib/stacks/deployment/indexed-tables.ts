import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const index = z.looseObject({
  IndexName: z.string(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).optional() }),
});

const table = z.object({
  Type: z.literal("AWS::DynamoDB::Table"),
  Properties: z.looseObject({
    KeySchema: index.shape.KeySchema,
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
    GlobalSecondaryIndexes: z.array(index).default([]),
  }),
});

const template = z.object({ Resources: z.record(z.string(), z.unknown()).default({}) });

export type Index = z.infer<typeof index>;
export type TableProperties = z.infer<typeof table>["Properties"];

/** Returns the tables of a template by logical id. */
export const tablesOf = (text: string): Map<string, TableProperties> =>
  new Map(
    Object.entries(template.parse(JSON.parse(text)).Resources).flatMap(([id, resource]) => {
      const { success, data } = table.safeParse(resource);
      return success ? [[id, data.Properties]] : [];
    }),
  );

export const templateFile = (assembly: string, stackName: string) =>
  join(assembly, `${stackName}.template.json`);

/** A table as it is deployed and as the assembly declares it. */
export type TableVersions = { readonly deployed: TableProperties; readonly declared: TableProperties };

/** Returns the declared table with some of the deployed and declared indexes, and the attributes of their keys. */
export const withIndexes = (
  { deployed, declared }: TableVersions,
  names: readonly string[],
): TableProperties => {
  const indexes = unionOf("IndexName", declared.GlobalSecondaryIndexes, deployed.GlobalSecondaryIndexes);
  const GlobalSecondaryIndexes = indexes.filter(({ IndexName }) => names.includes(IndexName));
  const keys = [declared, ...GlobalSecondaryIndexes].flatMap(({ KeySchema }) =>
    KeySchema.map(({ AttributeName }) => AttributeName),
  );
  const attributes = unionOf("AttributeName", declared.AttributeDefinitions, deployed.AttributeDefinitions);
  return {
    ...declared,
    AttributeDefinitions: attributes.filter(({ AttributeName }) => keys.includes(AttributeName)),
    GlobalSecondaryIndexes,
  };
};

const unionOf = <Name extends string, Item extends { readonly [name in Name]: string }>(
  name: Name,
  first: readonly Item[],
  second: readonly Item[],
) => [...first, ...second.filter((item) => first.every((each) => each[name] !== item[name]))];

/** Replaces the tables of a stack's template in an assembly. */
export const writeTables = (
  assembly: string,
  stackName: string,
  tables: ReadonlyMap<string, TableProperties>,
) => {
  const file = templateFile(assembly, stackName);
  const stack = JSON.parse(readFileSync(file, "utf8"));
  for (const [id, properties] of tables) stack.Resources[id].Properties = properties;
  const text = JSON.stringify(stack, null, 1);
  writeFileSync(file, text);
  renameAsset(assembly, stackName, text);
};

/**
 * Names the uploaded template after its new content, because the CDK CLI does not upload a template again under a name
 * that exists.
 */
const renameAsset = (assembly: string, stackName: string, text: string) => {
  const manifest = join(assembly, "manifest.json");
  const { artifacts } = JSON.parse(readFileSync(manifest, "utf8"));
  const [hash] = /[0-9a-f]{64}/.exec(artifacts[stackName].properties.stackTemplateAssetObjectUrl) ?? [];
  if (hash === undefined)
    throw new Error(`The assembly does not say where the template of ${stackName} is uploaded.`);
  const renamed = createHash("sha256").update(text).digest("hex");
  for (const file of [manifest, join(assembly, `${stackName}.assets.json`)])
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(hash, renamed));
};
