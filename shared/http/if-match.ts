import type { Violation } from "../contract/app-error.ts";
import type { HttpEvent } from "./http-context.ts";

const VERSION = /^"(\d{1,15})"$/;
const ANY = "*";

/** The version in `If-Match`; null without the header and for `*`. */
export const expectedVersion = ({ headers }: HttpEvent): number | null => {
  const [, version] = VERSION.exec(headers["if-match"]?.trim() ?? "") ?? [];
  return version === undefined ? null : Number(version);
};

/**
 * Rejects anything but a quoted version or `*` (RFC 9110 §13.1.1), which would otherwise become an unconditional
 * write.
 */
export const ifMatchViolations = ({ headers }: HttpEvent): Violation[] => {
  const value = headers["if-match"]?.trim();
  if (value === undefined || value === ANY || VERSION.test(value)) return [];
  return [{ field: "If-Match", message: 'must be a version in quotes, such as "3", or *' }];
};
