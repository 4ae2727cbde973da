import type * as z from "zod/mini";
import type { Violation } from "../app-error.ts";

/**
 * The first thing that a schema found wrong with each field: what a value of the wrong type fails beside that says
 * nothing more. `whole` names the value itself.
 */
export const toViolations = ({ issues }: z.core.$ZodError, whole: string): Violation[] => {
  const violations = issues.map(({ path, message }) => ({
    field: path.length === 0 ? whole : fieldPath(path),
    message,
  }));
  return violations.filter(
    ({ field }, index) => index === violations.findIndex((one) => one.field === field),
  );
};

/** As `stages[0].key`. */
const fieldPath = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
