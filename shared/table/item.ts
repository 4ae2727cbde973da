/** Primary key of an item. */
export type RecordKey = { readonly pk: string; readonly sk: string };

/** A primary key as one string, for use in a Map. */
export const recordKeyText = ({ pk, sk }: RecordKey) => `${pk}\n${sk}`;

/** An item as read from the table, not parsed yet. */
export type Item = Record<string, unknown>;
