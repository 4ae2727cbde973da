import type { Violation } from "../contract/app-error.ts";
import type { HttpEvent } from "./http-context.ts";

const VERSION = /^"(\d{1,15})"$/;
const ANY = "*";

/** The version that `If-Match` names; null where it names none, or any. */
export const expectedVersion = ({ headers }: HttpEvent): number | null => {
  const [, version] = VERSION.exec(headers["if-match"]?.trim() ?? "") ?? [];
  return version === undefined ? null : Number(version);
};

/** What is neither a quoted version nor `*` (RFC 9110 §13.1.1) must not pass for an unconditional write. */
export const ifMatchViolations = ({ headers }: HttpEvent): Violation[] => {
  const sent = headers["if-match"]?.trim();
  if (sent === undefined || sent === ANY || VERSION.test(sent)) return [];
  return [{ field: "If-Match", message: 'must be a version in quotes, such as "3", or *' }];
};
