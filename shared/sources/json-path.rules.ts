import { parsePath, type Step } from "./json-path.contract.ts";

/** Returns the value at the path; undefined if there is none. Never reads inherited properties. */
export const valueAt = (json: unknown, steps: readonly Step[]): unknown => {
  let value = json;
  for (const step of steps) {
    if (value === undefined) return undefined;
    value = stepInto(value, step)?.value;
  }
  return value;
};

export const valueAtPath = (json: unknown, path: string): unknown => valueAt(json, parsePath(path) ?? []);

/** A value, and its key or index in the object or list that has it. */
export type Entry = { readonly key: string | number; readonly value: unknown };

/** Returns the entry that one step leads to; null for none. */
export const stepInto = (value: unknown, step: Step): Entry | null => {
  if (Array.isArray(value)) return listEntry(value, step);
  if (typeof value !== "object" || value === null || !("key" in step)) return null;
  const { key } = step;
  return Object.hasOwn(value, key) ? { key, value: (value as Record<string, unknown>)[key] } : null;
};

const listEntry = (list: readonly unknown[], step: Step): Entry | null => {
  const index = listIndex(list, step);
  return index >= 0 && index < list.length ? { key: index, value: list[index] } : null;
};

/** The most entries that one field searches: lists of answers are short. */
const SEARCHED_ENTRIES_MAXIMUM = 1_000;

const listIndex = (list: readonly unknown[], step: Step): number => {
  if ("index" in step) return step.index;
  if ("key" in step) return /^\d{1,6}$/.test(step.key) ? Number(step.key) : -1;
  return list
    .slice(0, SEARCHED_ENTRIES_MAXIMUM)
    .findIndex((entry) => equalsText(valueAt(entry, step.where), step.value));
};

const equalsText = (value: unknown, text: string) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() === text.trim();

/** Returns text without white space around it, numbers and booleans as in JSON; null for anything else. */
export const scalarText = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : null;
