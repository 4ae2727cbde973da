import { parsePath, valueAt, withValueAt } from "../schema/json-path.ts";
import { type Payload, parseSentJson } from "../schema/json-text.ts";
import { isBlank } from "../schema/text.ts";

/**
 * Replaces each text at the paths with the JSON in it, in the order of the paths: a path may lead into an earlier one.
 * Blank texts and other values stay, and so does a malformed text, whose problem it returns.
 */
export const expandJsonFields = (sent: unknown, paths: readonly string[]): Payload =>
  paths.reduce<Payload>((expanded, path) => expandAt(expanded, path), { json: sent });

const expandAt = (expanded: Payload, path: string): Payload => {
  const steps = parsePath(path) ?? [];
  const text = valueAt(expanded.json, steps);
  if (typeof text !== "string" || isBlank(text)) return expanded;
  const { json: value, problem } = parseSentJson(text);
  return problem === undefined
    ? { ...expanded, json: withValueAt(expanded.json, steps, value) }
    : { problem: `${problem} in the field ${path}`, ...expanded };
};
