import fc, { type Arbitrary } from "fast-check";
import { lengthened, validTexts } from "./generated-texts.ts";
import { type Schema, satisfies } from "./published-document.ts";
import { type Node, schemaNodes } from "./schema-nodes.ts";
import { type KnownValues, usableProperties, validKeys, validValues } from "./valid-values.ts";

/** Values with one special part, which `label` describes and `field` names. */
export type Case = { readonly label: string; readonly field: string; readonly values: Arbitrary<unknown> };

type PartCase = readonly [label: string, values: Arbitrary<unknown>];
type Cases = (schema: Schema, name: string, known: KnownValues) => PartCase[];

/**
 * Returns valid values: each limit reached, each word, each alternative, and each optional property present and absent.
 */
export const limitCases = (schema: Schema, known: KnownValues): Case[] =>
  schemaNodes(schema, known)
    .filter(({ isWithinKnown }) => !isWithinKnown)
    .flatMap((node) =>
      partCases(node, known).map(([label, values]) => ({
        label: `${node.field} ${label}`,
        field: node.field,
        values: node.embed(values),
      })),
    );

const partCases = ({ schema, name, isKnown }: Node, known: KnownValues): PartCase[] => [
  ["valid", validValues(schema, name, known)],
  ...(isKnown ? [] : [...words(schema), ...textLimits(schema), ...numberLimits(schema)]),
  ...(isKnown ? [] : [...listLimits(schema, name, known), ...mapLimits(schema, name, known)]),
  ...withoutOptional(schema, known),
];

const words = ({ enum: values = [] }: Schema): PartCase[] =>
  values.map((word) => [`is ${word}`, fc.constant(word)]);

const BLANK = "  ";

const isText = ({ type }: Schema) => type === "string";

const textLimits = (schema: Schema): PartCase[] => {
  const { minLength = 0, maxLength } = schema;
  if (!isText(schema)) return [];
  const longest = validTexts(schema).map((text) => lengthened(schema, text, maxLength ?? 0) ?? text);
  const shortest = validTexts({ ...schema, maxLength: minLength });
  return [
    ...(satisfies(schema, BLANK) ? [["is blank", fc.constant(BLANK)] as const] : []),
    ...(maxLength === undefined ? [] : [[`has ${maxLength} characters`, longest] as const]),
    ...(minLength === 0 || schema.format ? [] : [[`has ${minLength} characters`, shortest] as const]),
  ];
};

const numberLimits = ({ minimum, maximum }: Schema): PartCase[] =>
  [minimum, maximum].flatMap((limit) =>
    limit === undefined ? [] : [[`is ${limit}`, fc.constant(limit)] as const],
  );

const listLimits: Cases = ({ items = {}, minItems = 0, maxItems, type }, name, known) =>
  type !== "array"
    ? []
    : [minItems, ...(maxItems === undefined ? [] : [maxItems])].map((entries) => [
        `has ${entries} entries`,
        listOf(entries, items, name, known),
      ]);

/** Returns lists with this number of entries. */
export const listOf = (entries: number, items: Schema, name: string, known: KnownValues) =>
  fc.array(validValues(items, `${name}[]`, known), { minLength: entries, maxLength: entries, size: "max" });

const mapLimits: Cases = (schema, name, known) =>
  schema.maxProperties === undefined || schema.properties
    ? []
    : [0, ...(known.keysOf(name) ? [] : [schema.maxProperties])].map((entries) => [
        `has ${entries} entries`,
        mapOf(entries, schema, name, known),
      ]);

/** Returns only null if any value is valid. */
const mapValues = ({ additionalProperties = {} }: Schema, name: string, known: KnownValues) =>
  Object.keys(additionalProperties).length === 0
    ? fc.constant<unknown>(null)
    : validValues(additionalProperties, `${name}{}`, known);

/** Returns maps with this number of entries. */
export const mapOf = (entries: number, schema: Schema, name: string, known: KnownValues) =>
  fc
    .tuple(validKeys(schema, name, known), mapValues(schema, name, known))
    .map(([key, value]) =>
      Object.fromEntries(Array.from({ length: entries }, (_, index) => [`${key}${index}`, value])),
    );

const withoutOptional = (schema: Schema, known: KnownValues): PartCase[] =>
  usableProperties(schema, known)
    .filter(([name]) => !schema.required?.includes(name) && !known.isSent(name))
    .map(([name]) => [`without ${name}`, validValues(lackingProperty(schema, name), "", known)]);

/** Returns the schema without one of its properties. */
export const lackingProperty = (schema: Schema, name: string): Schema => {
  const { [name]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((each) => each !== name) };
};
