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

const parameter = z.object({ Type: z.string(), Default: z.unknown().optional() });

export const template = z.object({
  Parameters: z.record(z.string(), parameter).default({}),
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});

const nestedStack = z.object({ Parameters: properties, TemplateURL: z.unknown() });
const stackOutput = z.object({ StackName: z.string(), OutputName: z.string() });

export type Resource = z.output<typeof resource>;
type Template = z.output<typeof template>;

type Resources = Readonly<Record<string, Resource>>;
type Values = Readonly<Record<string, unknown>>;
type Linked = {
  readonly resources: Resources;
  readonly outputs: Values;
  /** The values of the stack's parameters of Systems Manager, by their names. */
  readonly published: Values;
};

type Linking = {
  readonly outputOf: (getStackOutput: unknown) => unknown;
  /** The template of a nested stack by the key of its asset. */
  readonly nestedTemplateOf: (s3Key: string) => Template;
};

const NESTED_STACK = "AWS::CloudFormation::Stack";

const published = z.object({ Type: z.literal("String"), Name: z.string(), Value: z.unknown() });
const PUBLISHED = "AWS::SSM::Parameter";
const READS_PUBLISHED = "AWS::SSM::Parameter::Value<String>";

/**
 * Merges the resources of several stacks and of their nested stacks into one list. A reference to another stack becomes
 * one to the resource itself. A stack follows those whose outputs or parameters of Systems Manager it reads.
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
  for (const [name, own] of Object.entries(stacks)) {
    const values = Object.assign({}, ...[...linked.values()].map((each) => each.published));
    linked.set(name, linkTemplate(own, readPublished(own, values), { outputOf, nestedTemplateOf }));
  }
  return merge([...linked.values()]);
};

/** Returns the values of a template's parameters that have one in Systems Manager. */
const readPublished = ({ Parameters }: Template, values: Values): Values =>
  Object.fromEntries(
    Object.entries(Parameters).flatMap(([id, { Type, Default }]) =>
      Type === READS_PUBLISHED && String(Default) in values ? [[id, values[String(Default)]]] : [],
    ),
  );

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
  const ofType = (type: string) => entries.filter(([, { Type }]) => Type === type);
  const resources = entries
    .filter(([, { Type }]) => Type !== NESTED_STACK && Type !== PUBLISHED)
    .map(([id, { Properties, ...rest }]) => [id, { ...rest, Properties: replaceIn(Properties) }]);
  const outputs = Object.entries(own.Outputs).map(([name, { Value }]) => [name, Value]);
  return {
    resources: merge([
      { resources: Object.fromEntries(resources) },
      ...ofType(NESTED_STACK).map(([id]) => link(id)),
    ]),
    published: Object.fromEntries(
      ofType(PUBLISHED).map(([, { Properties }]) => {
        const { Name, Value } = published.parse(replaceIn(Properties));
        return [Name, Value];
      }),
    ),
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
