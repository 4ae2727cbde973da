import { isBlankInput } from "./inbound-value.rules.ts";
import { parsePath, valueAt } from "./json-path.rules.ts";
import { scalarText } from "./scalar-text.rules.ts";
import type { Condition, Source } from "./source.rules.ts";

/**
 * What becomes of inbound JSON by the conditions of its source: `ignored` if it is not accepted, `test` if it is a
 * test, null if it is to become a lead. Acceptance comes first.
 */
export const conditionOutcome = (
  json: unknown,
  { acceptWhen, testWhen }: Pick<Source, "acceptWhen" | "testWhen">,
): "ignored" | "test" | null => {
  if (!allHold(json, acceptWhen)) return "ignored";
  return testWhen.length > 0 && allHold(json, testWhen) ? "test" : null;
};

const allHold = (json: unknown, conditions: readonly Condition[]) =>
  conditions.every((condition) => holds(json, condition));

const holds = (json: unknown, { path, equals, in: list, present }: Condition): boolean => {
  const value = valueAt(json, parsePath(path) ?? []);
  if (present !== undefined) return isBlankInput(value) !== present;
  const text = scalarText(value);
  return text !== null && (list ?? [equals]).some((each) => scalarText(each) === text);
};
