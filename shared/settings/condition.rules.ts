import { givenAtPath, scalarText, valueAtPath } from "../schema/json-path.ts";

/** A condition on the value at a path of JSON: it equals a value, is in a list, or is present or not. */
export type Condition = {
  readonly path: string;
  readonly equals?: Constant | undefined;
  readonly in?: readonly Constant[] | undefined;
  readonly present?: boolean | undefined;
};

type Constant = string | number | boolean;

/** Returns whether all conditions hold. An empty list does. */
export const allHold = (json: unknown, conditions: readonly Condition[]) =>
  conditions.every((condition) => holds(json, condition));

const holds = (json: unknown, { path, equals, in: list, present }: Condition): boolean => {
  if (present !== undefined) return (givenAtPath(json, path) !== undefined) === present;
  const text = scalarText(valueAtPath(json, path));
  return text !== null && (list ?? [equals]).some((each) => scalarText(each) === text);
};
