import type { Write } from "./commit.ts";
import type { FirmId } from "./firm-id.ts";
import { type ListQuery, listNewestFirst, type Page, type PageRange } from "./list-newest-first.ts";
import { type RecordKey, settingsPartition } from "./record-keys.ts";
import type { Table } from "./table.ts";
import { setFields, type Update, updateExpressions } from "./update-item.ts";

// A settings document (firm, member, source, webhook, key) counts its changes in `version`.

/** Sets the given fields and increments the version, if the document has the values that `when` requires. */
export const documentUpdate = (fields: object, when: Update["when"] = {}): Update => ({
  set: setFields(fields),
  incremented: [["version"]],
  when,
});

/** The same as a write, of a document that was read, and has not changed since. */
export const documentWrite = (key: RecordKey, version: number, fields: object): Write => ({
  Update: { Key: key, ...updateExpressions(documentUpdate(fields, { version })) },
});

/** Deletes a document that was read, and has not changed since. */
export const documentDelete = (Key: RecordKey, version: number): Write => ({
  Delete: {
    Key,
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": version },
  },
});

type DocumentKind<Value> = Required<Pick<ListQuery<Value>, "sortPrefix" | "parse">> &
  Pick<ListQuery<Value>, "matches">;

/** Lists the firm's settings documents of one kind, consistently. */
export const listDocuments = <Value extends { readonly id: string }>(
  table: Table,
  firm: FirmId,
  kind: DocumentKind<Value>,
  range: PageRange,
): Promise<Page<Value>> =>
  listNewestFirst(table, { partition: { pk: settingsPartition(firm) }, consistent: true, ...kind }, range);
