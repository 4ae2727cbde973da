/** Primary key of an item. */
export type RecordKey = { readonly pk: string; readonly sk: string };

/** An item as read from the table, not parsed yet. */
export type Item = Record<string, unknown>;
