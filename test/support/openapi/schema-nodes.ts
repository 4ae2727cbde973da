import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "./published-document.ts";
import { type KnownValues, recordsWith, usableProperties, validKeys } from "./valid-values.ts";

/** A part of a schema, with a function that embeds a value there in an otherwise valid value. */
export type Node = {
  readonly schema: Schema;
  /** The name in known values. */
  readonly name: string;
  /** The name in violations, with `{}` for the key of a map; empty for the whole. */
  readonly field: string;
  /** True if the part has known values, which do not reach its limits. */
  readonly isKnown: boolean;
  /** True if a part around it has known values. */
  readonly isWithinKnown: boolean;
  readonly embed: (value: Arbitrary<unknown>) => Arbitrary<unknown>;
};

/** Returns every part of a schema: properties, entries of lists, values of maps and alternatives. */
export const schemaNodes = (schema: Schema, known: KnownValues): Node[] =>
  withParts(
    { schema, name: "", field: "", isKnown: false, isWithinKnown: false, embed: (value) => value },
    known,
  );

const withParts = (node: Node, known: KnownValues): Node[] => {
  const isKnown = known.valuesOf(node.name, node.schema) !== undefined;
  const current = { ...node, isKnown };
  const isWithinKnown = node.isWithinKnown || isKnown;
  const parts = [...alternatives(current), ...properties(current, known), ...entries(current, known)];
  return [current, ...parts.flatMap((part) => withParts({ ...part, isWithinKnown }, known))];
};

const alternatives = (node: Node): Node[] =>
  node.schema.properties ? [] : (node.schema.anyOf ?? []).map((schema) => ({ ...node, schema }));

const properties = (node: Node, known: KnownValues): Node[] =>
  usableProperties(node.schema, known).map(([name, schema]) => ({
    ...node,
    schema,
    name,
    field: node.field === "" ? name : `${node.field}.${name}`,
    embed: (value) => node.embed(recordsWith(node.schema, known, [name, value])),
  }));

const entries = (node: Node, known: KnownValues): Node[] => {
  const { items, additionalProperties } = node.schema;
  if (items) {
    const embed = (value: Arbitrary<unknown>) => node.embed(value.map((each) => [each]));
    return [{ ...node, schema: items, name: `${node.name}[]`, field: `${node.field}[0]`, embed }];
  }
  if (!additionalProperties) return [];
  const key = validKeys(node.schema, node.name, known);
  const embed = (value: Arbitrary<unknown>) =>
    node.embed(fc.tuple(key, value).map(([name, each]) => ({ [name]: each })));
  const part = { ...node, schema: additionalProperties, name: `${node.name}{}`, field: `${node.field}{}` };
  return [{ ...part, embed }];
};
