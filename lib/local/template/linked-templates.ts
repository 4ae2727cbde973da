import * as z from "zod";
import { StartError } from "../host/start-error.ts";

/** Strict, because a condition, a creation policy or the like would be ignored. */
const resource = z.strictObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.unknown().optional(),
  Metadata: z.unknown().optional(),
  DeletionPolicy: z.unknown().optional(),
  UpdateReplacePolicy: z.unknown().optional(),
});

export const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

const nestedStack = z.object({
  Parameters: z.record(z.string(), z.unknown()).default({}),
  TemplateURL: z.unknown(),
});

const stackOutput = z.object({ StackName: z.string(), OutputName: z.string() });

export type Resource = z.output<typeof resource>;
export type Template = z.output<typeof template>;

type Values = Readonly<Record<string, unknown>>;
type Linked = { readonly resources: Readonly<Record<string, Resource>>; readonly outputs: Values };

/** Returns the template of a nested stack by the key of its asset. */
export type NestedTemplateOf = (s3Key: string) => Template;

const NESTED_STACK = "AWS::CloudFormation::Stack";

/**
 * Makes one list of resources of the templates of several stacks and of those nested in them: what refers to another stack
 * then refers to the resource itself. A stack comes after those whose outputs it reads.
 * @throws StartError if a stack reads an output that is missing, or two resources have the same logical id
 */
export const linkTemplates = (
  stacks: Readonly<Record<string, Template>>,
  nestedTemplateOf: NestedTemplateOf,
) => {
  const linked = new Map<string, Linked>();
  const outputOf = (value: unknown) => {
    const { StackName, OutputName } = stackOutput.parse(value);
    const outputs = linked.get(StackName)?.outputs ?? {};
    if (OutputName in outputs) return outputs[OutputName];
    throw new StartError(
      `The template refers to the output ${OutputName} of ${StackName}, which is missing.`,
    );
  };
  for (const [name, own] of Object.entries(stacks))
    linked.set(name, linkTemplate(own, {}, { outputOf, nestedTemplateOf }));
  return merge([...linked.values()].map(({ resources }) => resources));
};

type Linking = {
  readonly outputOf: (getStackOutput: unknown) => unknown;
  readonly nestedTemplateOf: NestedTemplateOf;
};

const linkTemplate = (own: Template, parameters: Values, linking: Linking): Linked => {
  const nested = new Map<string, Linked>();
  const link = (id: string): Linked => {
    const found = nested.get(id);
    if (found) return found;
    const { Parameters, TemplateURL } = nestedStack.parse(own.Resources[id]?.Properties);
    const [s3Key = ""] = JSON.stringify(TemplateURL).match(/[0-9a-f]{64}\.json/) ?? [];
    const made = linkTemplate(linking.nestedTemplateOf(s3Key), replaceAll(Parameters), linking);
    nested.set(id, made);
    return made;
  };
  const replaceAll = createReplacer({
    "Fn::GetStackOutput": (argument) => [linking.outputOf(argument)],
    Ref: (id) => (String(id) in parameters ? [parameters[String(id)]] : null),
    "Fn::GetAtt": (argument) => {
      const [, id, output] = /^([^,]+),Outputs\.(.+)$/.exec(String(argument)) ?? [];
      return id === undefined || output === undefined ? null : [link(id).outputs[output]];
    },
  });

  const entries = Object.entries(own.Resources);
  const isNested = ([, { Type }]: (typeof entries)[number]) => Type === NESTED_STACK;
  const resources = entries
    .filter((entry) => !isNested(entry))
    .map(([id, { Properties, ...rest }]) => [id, { ...rest, Properties: replaceAll(Properties) }]);
  const linkedNested = entries.filter(isNested).map(([id]) => link(id).resources);
  return {
    resources: merge([Object.fromEntries(resources), ...linkedNested]),
    outputs: replaceAll(
      Object.fromEntries(Object.entries(own.Outputs).map(([name, { Value }]) => [name, Value])),
    ),
  };
};

/** What takes the place of an intrinsic with this argument; null leaves it as it is. */
type Replace = (argument: unknown) => readonly [unknown] | null;

/** Returns a function that replaces intrinsics, by name, wherever they are in an object's values. */
const createReplacer = (replacements: Readonly<Record<string, Replace>>) => {
  const replaceIntrinsic = (value: object) => {
    const [[name = "", argument] = [], ...others] = Object.entries(value);
    return others.length > 0 ? null : (replacements[name]?.(argument) ?? null);
  };
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (typeof value !== "object" || value === null) return value;
    const replaced = replaceIntrinsic(value);
    return replaced === null ? replaceAll(value) : replaced[0];
  };
  const replaceAll = (values: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, replace(value)]));
  return replaceAll;
};

const merge = (lists: readonly Linked["resources"][]): Linked["resources"] => {
  const merged: Record<string, Resource> = {};
  for (const [id, declared] of lists.flatMap((resources) => Object.entries(resources))) {
    if (id in merged) throw new StartError(`Two stacks have a resource ${id}.`);
    merged[id] = declared;
  }
  return merged;
};
