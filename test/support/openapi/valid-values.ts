import fc, { type Arbitrary } from "fast-check";
import { validTexts } from "./generated-texts.ts";
import { memoized, type Schema, satisfies } from "./published-document.ts";

/** Replacements of generated values: values with a meaning in the firm, and rules that no schema can express. */
export type KnownValues = {
  /** Returns values by the property's name, with `[]` for an entry of a list, `{}` for a value of a map. */
  readonly valuesOf: (name: string, schema: Schema) => Arbitrary<unknown> | undefined;
  /** Returns the keys of the map of this name. */
  readonly keysOf: (name: string) => Arbitrary<string> | undefined;
  /** Returns true for properties that are always left out. */
  readonly isLeftOut: (name: string) => boolean;
  /** Returns true for properties that are always sent, though the schema does not require them. */
  readonly isSent: (name: string) => boolean;
};

const MORE = 2;

type Generator = (schema: Schema, name: string, known: KnownValues) => Arbitrary<unknown>;

const generators = new WeakMap<KnownValues, Map<Schema, Arbitrary<unknown>>>();

/** Returns values that a schema accepts: small ones, with and without each optional part. */
export const validValues: Generator = (schema, name, known) => {
  const made = generators.get(known) ?? new Map();
  generators.set(known, made);
  const values = made.get(schema) ?? known.valuesOf(name, schema) ?? fromSchema(schema, name, known);
  made.set(schema, values);
  return values;
};

const fromSchema: Generator = (schema, name, known) => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf && !schema.properties) return fc.oneof(...branches(schema, name, known));
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => OF_TYPE[type]?.(schema, name, known) ?? fc.constant(null)));
};

const branches = ({ anyOf = [] }: Schema, name: string, known: KnownValues) =>
  anyOf.map((branch) => validValues(branch, name, known));

const numbers = ({ minimum = -1_000, maximum = minimum + 2_000 }: Schema) => ({
  min: minimum,
  max: Math.min(maximum, minimum + 2_000),
});

const lists: Generator = ({ items = {}, minItems = 0, maxItems = minItems + MORE }, name, known) =>
  fc.array(validValues(items, `${name}[]`, known), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + MORE),
  });

/** Returns keys of a map. */
export const validKeys = ({ propertyNames }: Schema, name: string, known: KnownValues) =>
  known.keysOf(name) ?? validTexts(propertyNames ?? { pattern: "^[a-z]{1,9}$" });

const maps = (schema: Schema, name: string, known: KnownValues) =>
  fc.dictionary(
    validKeys(schema, name, known),
    validValues(schema.additionalProperties ?? {}, `${name}{}`, known),
    {
      maxKeys: MORE,
    },
  );

const TRIES = 2_000;

/** Filters values. Fails if almost none passes, because fast-check would try for ever. */
export const filtered = <Value>(values: Arbitrary<Value>, passes: (value: Value) => boolean) => {
  let failures = 0;
  return values.filter((value) => {
    failures = passes(value) ? 0 : failures + 1;
    if (failures > TRIES)
      throw new Error(`No generated value passes; one is ${JSON.stringify(value).slice(0, 500)}.`);
    return failures === 0;
  });
};

/** Returns the properties that a value may have. */
export const usableProperties = ({ properties = {} }: Schema, known: KnownValues): [string, Schema][] =>
  Object.entries(properties).filter(
    ([name, { not }]) => !(not && Object.keys(not).length === 0) && !known.isLeftOut(name),
  );

/** Returns a schema's rules about the presence and the combination of properties. */
const combinationRules = memoized(({ properties: _, ...rules }: Schema): Schema => rules);

const records = (schema: Schema, known: KnownValues): Arbitrary<object> => {
  const properties = usableProperties(schema, known);
  const required = properties
    .map(([name]) => name)
    .filter((name) => schema.required?.includes(name) || known.isSent(name));
  const optional = properties.map(([name]) => name).filter((name) => !required.includes(name));
  const valuesOf = (names: readonly string[]) =>
    properties
      .filter(([name]) => required.includes(name) || names.includes(name))
      .map(([name, each]) => [name, validValues(each, name, known)]);
  const record = fc
    .subarray(optional)
    .chain((names) =>
      fc.record<Record<string, unknown>>(Object.fromEntries(valuesOf(names)), { noNullPrototype: true }),
    );
  const rules = combinationRules(schema);
  return filtered(record, (value) => satisfies(rules, value));
};

/** Returns objects that have one property with a given value. */
export const recordsWith = (
  schema: Schema,
  known: KnownValues,
  [name, value]: readonly [string, Arbitrary<unknown>],
): Arbitrary<unknown> => {
  const { [name]: _, ...properties } = schema.properties ?? {};
  const withoutRules = {
    type: "object",
    properties,
    required: (schema.required ?? []).filter((each) => each !== name),
  };
  const record = fc
    .tuple(records(withoutRules, known), value)
    .map(([record, each]) => ({ ...record, [name]: each }));
  return filtered(record, (each) => satisfies(combinationRules(schema), each));
};

const objects: Generator = (schema, name, known) =>
  schema.properties ? records(schema, known) : maps(schema, name, known);

const OF_TYPE: Readonly<Record<string, Generator>> = {
  any: () => fc.jsonValue({ maxDepth: 2 }),
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema) => fc.integer(numbers(schema)),
  number: (schema) => fc.integer(numbers(schema)),
  string: validTexts,
  array: lists,
  object: objects,
};
