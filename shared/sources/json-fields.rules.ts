import { type Payload, parseJson, unusable } from "../api/payload.ts";
import { isBlank } from "../api/schema/text.ts";
import { parsePath, type Step, valueAt } from "./json-path.rules.ts";

/**
 * Replaces each text at the paths by the JSON that it holds, in place and in their order: a path may lead into an
 * earlier one.
 */
export const expandJsonFields = (payload: Payload, paths: readonly string[]): Payload => {
  if (payload.problem !== undefined) return payload;
  for (const path of paths) {
    const problem = expandAt(payload.json, parsePath(path) ?? []);
    if (problem !== undefined) return unusable(`${problem} in the field ${path}`);
  }
  return payload;
};

/** @returns why the text is not JSON, if so; blank text and other values stay as they are */
const expandAt = (json: unknown, steps: readonly Step[]): string | undefined => {
  const text = valueAt(json, steps);
  const parent = valueAt(json, steps.slice(0, -1));
  const last = steps.at(-1);
  if (typeof text !== "string" || isBlank(text) || !isContainer(parent) || !last) return undefined;
  const { json: value, problem } = parseJson(text);
  if (problem !== undefined) return problem;
  // An assignment to `__proto__` would change the prototype.
  Object.defineProperty(parent, propertyKey(parent, last), { value });
  return undefined;
};

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The last step to a text is a key or an index: only objects are found by their content. */
const propertyKey = (parent: object, step: Step): PropertyKey => {
  if ("index" in step) return step.index;
  const key = "key" in step ? step.key : "";
  return Array.isArray(parent) ? Number(key) : key;
};
