import { isDeepStrictEqual } from "node:util";
import { AppError } from "../contract/app-error.ts";

type Input<Document> = { readonly [Field in keyof Document]?: Document[Field] | undefined };

/** The input fields whose values differ from the document's; undefined means not given. */
export const changedFields = <Document extends object>(
  document: Document,
  input: Input<Document>,
): Partial<Document> => {
  const current = new Map(Object.entries(document));
  const changed = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(field)),
  );
  return Object.fromEntries(changed) as Partial<Document>;
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
