import { isDeepStrictEqual } from "node:util";

type Sent<Document> = { readonly [Field in keyof Document]?: Document[Field] | undefined };

/** The fields that were sent and differ from the document as it stands: what is not sent is not touched. */
export const changedFields = <Document extends object>(
  current: Document,
  sent: Sent<Document>,
): Partial<Document> => {
  const now = new Map(Object.entries(current));
  const changed = Object.entries(sent).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, now.get(field)),
  );
  return Object.fromEntries(changed) as Partial<Document>;
};
