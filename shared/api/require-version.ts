import { AppError } from "./app-error.ts";

/**
 * Requires one of the versions in `If-Match`; null allows any.
 * @throws AppError `version_conflict`
 */
export const requireVersion = (
  name: string,
  { version }: { readonly version: number },
  expected: readonly number[] | null,
): void => {
  if (expected === null || expected.includes(version)) return;
  throw new AppError("version_conflict", `The ${name} has changed since the version that If-Match names.`);
};
