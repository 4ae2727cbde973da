import { LIMITS } from "../../../shared/schema/limits.ts";
import { type Schema, satisfies } from "./published-document.ts";

type Value = { readonly label: string; readonly field: string; readonly value: unknown };
type Combined = {
  readonly labels: string[];
  readonly properties: Set<string>;
  value: Record<string, unknown>;
};

/** Room for the rest of a request. */
const BYTES = LIMITS.bodyBytes - 8_192;

/** Returns the property that a case is about; undefined for the whole value, or for one that lacks a property. */
const propertyOf = ({ field, value }: Value) => {
  const [property = ""] = field.split(/[.[{]/, 1);
  return property in Object(value) ? property : undefined;
};

/** Combines valid values with one special property each to few valid values, which have all of those properties. */
export const combined = (schema: Schema, values: readonly Value[]): Combined[] => {
  const all: Combined[] = [];
  for (const each of values) {
    const property = propertyOf(each);
    const value = Object(each.value) as Record<string, unknown>;
    const withProperty = (other: Combined) =>
      property === undefined ? other.value : { ...other.value, [property]: value[property] };
    const isFree = (other: Combined) => {
      if (property === undefined || other.properties.has(property)) return false;
      const both = withProperty(other);
      return satisfies(schema, both) && JSON.stringify(both).length < BYTES;
    };
    const free = all.find(isFree);
    if (free) free.value = withProperty(free);
    const row = free ?? { labels: [], properties: new Set(absentFrom(each)), value };
    row.labels.push(each.label);
    if (property !== undefined) row.properties.add(property);
    if (!free) all.push(row);
  }
  return all;
};

/** Returns the property that the value is to lack. */
const absentFrom = ({ label }: Value) => /^ without (.*)$/.exec(label)?.slice(1) ?? [];
