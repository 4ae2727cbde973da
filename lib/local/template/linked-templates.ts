import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import { replaceIntrinsics } from "./intrinsics.ts";

const properties = z.record(z.string(), z.unknown()).default({});

/** Strict, because the host would ignore a condition, a creation policy and the like. */
const resource = z.strictObject({
  Type: z.string(),
  Properties: properties,
  DependsOn: z.unknown().optional(),
  Metadata: z.unknown().optional(),
  DeletionPolicy: z.unknown().optional(),
  UpdateReplacePolicy: z.unknown().optional(),
});

export const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

const nestedStack = z.object({ Parameters: properties, TemplateURL: z.unknown() });
const stackOutput = z.object({ StackName: z.string(), OutputName: z.string() });

export type Resource = z.output<typeof resource>;
export type Template = z.output<typeof template>;

type Resources = Readonly<Record<string, Resource>>;
type Values = Readonly<Record<string, unknown>>;
type Linked = { readonly resources: Resources; readonly outputs: Values };

type Linking = {
  readonly outputOf: (getStackOutput: unknown) => unknown;
  /** The template of a nested stack by the key of its asset. */
  readonly nestedTemplateOf: (s3Key: string) => Template;
};

const NESTED_STACK = "AWS::CloudFormation::Stack";

/**
 * Merges the resources of several stacks and of their nested stacks into one list. A reference to another stack becomes
 * one to the resource itself. A stack follows those whose outputs it reads.
 * @throws StartError if a stack reads a missing output, or two resources have the same logical id
 */
export const linkTemplates = (
  stacks: Readonly<Record<string, Template>>,
  nestedTemplateOf: Linking["nestedTemplateOf"],
): Resources => {
  const linked = new Map<string, Linked>();
  const outputOf = (getStackOutput: unknown) => {
    const { StackName, OutputName } = stackOutput.parse(getStackOutput);
    const outputs = linked.get(StackName)?.outputs ?? {};
    if (OutputName in outputs) return outputs[OutputName];
    throw new StartError(
      `The template refers to the output ${OutputName} of ${StackName}, which is missing.`,
    );
  };
  for (const [name, own] of Object.entries(stacks))
    linked.set(name, linkTemplate(own, {}, { outputOf, nestedTemplateOf }));
  return merge([...linked.values()]);
};

const linkTemplate = (own: Template, parameters: Values, linking: Linking): Linked => {
  const nested = new Map<string, Linked>();
  const link = (id: string): Linked => {
    const found = nested.get(id);
    if (found) return found;
    const { Parameters, TemplateURL } = nestedStack.parse(own.Resources[id]?.Properties);
    const [s3Key = ""] = JSON.stringify(TemplateURL).match(/[0-9a-f]{64}\.json/) ?? [];
    const made = linkTemplate(linking.nestedTemplateOf(s3Key), replaceIn(Parameters), linking);
    nested.set(id, made);
    return made;
  };

  const replacements: Record<string, (argument: unknown) => unknown> = {
    "Fn::GetStackOutput": linking.outputOf,
    Ref: (id) => parameters[String(id)],
    "Fn::GetAtt": (argument) => {
      const [, id, output] = /^([^,]+),Outputs\.(.+)$/.exec(String(argument)) ?? [];
      return id && output ? link(id).outputs[output] : undefined;
    },
  };
  /** Leaves references to the template's own resources as they are. */
  const replace = (name: string, argument: unknown) => replacements[name]?.(argument) ?? { [name]: argument };
  const replaceIn = (values: Values) => replaceIntrinsics(values, replace) as Values;

  const entries = Object.entries(own.Resources);
  const isNested = ([, { Type }]: (typeof entries)[number]) => Type === NESTED_STACK;
  const resources = entries
    .filter((entry) => !isNested(entry))
    .map(([id, { Properties, ...rest }]) => [id, { ...rest, Properties: replaceIn(Properties) }]);
  const outputs = Object.entries(own.Outputs).map(([name, { Value }]) => [name, Value]);
  return {
    resources: merge([
      { resources: Object.fromEntries(resources) },
      ...entries.filter(isNested).map(([id]) => link(id)),
    ]),
    outputs: replaceIn(Object.fromEntries(outputs)),
  };
};

const merge = (lists: readonly Pick<Linked, "resources">[]): Resources => {
  const merged: Record<string, Resource> = {};
  for (const [id, declared] of lists.flatMap(({ resources }) => Object.entries(resources))) {
    if (id in merged) throw new StartError(`Two stacks have a resource ${id}.`);
    merged[id] = declared;
  }
  return merged;
};
