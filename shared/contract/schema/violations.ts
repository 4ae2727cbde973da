import type * as z from "zod/mini";
import type { Violation } from "../app-error.ts";

/**
 * The first violation of each field: if a value has the wrong type, its other violations are redundant.
 * `rootName` is the field of an issue with the value as a whole.
 */
export const toViolations = ({ issues }: z.core.$ZodError, rootName: string): Violation[] =>
  firstPerField(
    issues.map(({ path, message }) => ({ field: path.length === 0 ? rootName : fieldPath(path), message })),
  );

export const firstPerField = (violations: readonly Violation[]): Violation[] =>
  violations.filter(({ field }, index) => index === violations.findIndex((other) => other.field === field));

/** For example `stages[0].key`. */
const fieldPath = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
