import { AppError } from "./app-error.ts";
import type { HttpEvent } from "./http-context.ts";
import type { Violation } from "./schema/violations.ts";

const VERSION = /^"(\d{1,15})"$/;
const ANY = "*";

/** The versions of which `If-Match` requires one; null without the header and for `*`. */
export const expectedVersions = (event: HttpEvent): readonly number[] | null => {
  const tags = entityTags(event);
  return tags === null ? null : tags.map((tag) => Number(VERSION.exec(tag)?.[1]));
};

/** Rejects anything but a list of quoted versions or `*`, which would otherwise become an unconditional write. */
export const ifMatchViolations = (event: HttpEvent): Violation[] => {
  const tags = entityTags(event);
  if (tags === null || (tags.length > 0 && tags.every((tag) => VERSION.test(tag)))) return [];
  return [{ field: "If-Match", message: 'must be a version in quotes, such as "3", or *' }];
};

/** RFC 9110 §13.1.1: a list, in which empty elements count for nothing (§5.6.1). */
const entityTags = ({ headers }: HttpEvent): string[] | null => {
  const header = headers["if-match"]?.trim();
  if (header === undefined || header === ANY) return null;
  return header
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
};

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
