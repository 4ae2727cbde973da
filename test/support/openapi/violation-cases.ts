import fc, { type Arbitrary } from "fast-check";
import { lengthened, ODD_TEXTS, validTexts } from "./generated-texts.ts";
import { type Case, lackingProperty, listOf, mapOf } from "./limit-cases.ts";
import { type Schema, satisfies } from "./published-document.ts";
import { type Node, schemaNodes } from "./schema-nodes.ts";
import { filtered, type KnownValues, recordsWith, validValues } from "./valid-values.ts";

type Violation = { readonly label: string; readonly values: Arbitrary<unknown>; readonly field?: string };
type Violations = (node: Node, known: KnownValues) => Violation[];

/** Returns values that violate the schema in exactly one part. */
export const violationCases = (schema: Schema, known: KnownValues): Case[] =>
  [...schemaNodes(schema, known), ...forbiddenNodes(schema, known)].flatMap((node) =>
    partViolations(node, known).map(({ label, values, field = node.field }) => ({
      label: `${field} ${label}`,
      field,
      values: node.embed(values),
    })),
  );

const partViolations: Violations = (node, known) =>
  [
    ...oddValues(node),
    ...beyondLimits(node, known),
    ...missing(node, known),
    ...combinations(node, known),
  ].map((violation) => ({ ...violation, values: filtered(violation.values, isInvalid(node.schema)) }));

const isInvalid = (schema: Schema) => (value: unknown) => !satisfies(schema, value);

/** The number of kinds of violations that only these values have. */
const ODD_VALUES = 2;
const ODD_TEXTS_OF_A_PART = 4;

/** Returns wrong types, unknown words, and texts that the format or the expression rejects. */
const oddValues = ({ schema, name }: Node): Violation[] =>
  [
    ...some([null, true, 7.5, {}, []].filter(isInvalid(schema)), name.length, ODD_VALUES),
    ...some(ODD_TEXTS.filter(isInvalid(schema)), name.length, isTextual(schema) ? ODD_TEXTS_OF_A_PART : 1),
  ].map((value) => ({ label: `is ${JSON.stringify(value)}`, values: fc.constant(value) }));

const isTextual = ({ type, enum: words }: Schema) => type === "string" && words === undefined;

/** Returns this number of the values, different ones for each part. */
const some = <Value>(values: readonly Value[], offset: number, count: number): Value[] =>
  [...values.slice(offset % values.length), ...values].slice(0, Math.min(count, values.length));

const beyondLimits: Violations = (node, known) => [
  ...tooLong(node),
  ...outOfRange(node),
  ...tooFewEntries(node, known),
  ...tooManyEntries(node, known),
  ...tooManyProperties(node, known),
];

const tooLong = ({ schema }: Node): Violation[] => {
  const { maxLength, type } = schema;
  if (maxLength === undefined || type !== "string") return [];
  const values = validTexts(schema).map(
    (text) => lengthened(schema, text, maxLength + 1) ?? "x".repeat(maxLength + 1),
  );
  return [{ label: `has ${maxLength + 1} characters`, values }];
};

/** Returns the next numbers that JSON can distinguish from the limits. */
const outOfRange = ({ schema: { minimum, maximum } }: Node): Violation[] =>
  [minimum === undefined ? [] : [minimum - 1], maximum === undefined ? [] : [maximum + 1]]
    .flat()
    .map((value) => ({ label: `is ${value}`, values: fc.constant(value) }));

const tooFewEntries: Violations = ({ schema: { items = {}, minItems = 0, type }, name }, known) =>
  minItems === 0 || type !== "array"
    ? []
    : [{ label: `has ${minItems - 1} entries`, values: listOf(minItems - 1, items, name, known) }];

const tooManyEntries: Violations = ({ schema: { items = {}, maxItems, type }, name }, known) =>
  maxItems === undefined || type !== "array"
    ? []
    : [{ label: `has ${maxItems + 1} entries`, values: listOf(maxItems + 1, items, name, known) }];

const tooManyProperties: Violations = ({ schema, name }, known) =>
  schema.maxProperties === undefined
    ? []
    : [
        {
          label: `has ${schema.maxProperties + 1} entries`,
          values: mapOf(schema.maxProperties + 1, schema, name, known),
        },
      ];

const missing: Violations = ({ schema, field }, known) =>
  (schema.required ?? []).map((name) => ({
    label: "is missing",
    field: field === "" ? name : `${field}.${name}`,
    values: validValues(lackingProperty(schema, name), "", known),
  }));

/** Returns objects with none of a condition's properties, each two of them, and all. */
const combinations: Violations = ({ schema }, known) => {
  const { properties, required = [] } = schema;
  if (!properties || !schema.if) return [];
  const named = (names: readonly string[]) =>
    fc.record(
      Object.fromEntries(names.map((name) => [name, validValues(properties[name] ?? {}, name, known)])),
      { noNullPrototype: true },
    );
  const all = Object.keys(properties);
  const pairs = all.flatMap((one, index) => all.slice(index + 1).map((two) => [one, two]));
  return [required, ...pairs.map((pair) => [...new Set([...required, ...pair])]), all]
    .map((names) => ({ label: `has only ${names}`, values: named(names) }))
    .filter(({ values }) => isInvalid(schema)(fc.sample(values, { seed: 1, numRuns: 1 })[0]));
};

/** Returns properties that a schema forbids. */
const forbiddenNodes = (schema: Schema, known: KnownValues): Node[] =>
  schemaNodes(schema, known).flatMap((node) =>
    Object.entries(node.schema.properties ?? {})
      .filter(([, { not }]) => not && Object.keys(not).length === 0)
      .map(([name, property]) => ({
        ...node,
        schema: property,
        name,
        field: `${node.field}.${name}`,
        embed: (value) => node.embed(recordsWith(node.schema, known, [name, value])),
      })),
  );
