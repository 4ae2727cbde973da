import { isDeepStrictEqual } from "node:util";

export type FieldInput<Document> = { readonly [Field in keyof Document]?: Document[Field] | undefined };

/** Returns the input fields whose values differ from the document's. An undefined field was not given. */
export const changedFields = <Document extends object>(
  document: Document,
  input: FieldInput<Document>,
): Partial<Document> => {
  const current = new Map(Object.entries(document));
  const changed = Object.entries(input).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, current.get(field)),
  );
  return Object.fromEntries(changed) as Partial<Document>;
};
