import type { FieldRows } from "../schema/record-fields.ts";
import type { Actor } from "./change.ts";

/** The description of one type of event: a row of its noun's table. */
export type EventRow = {
  /** The fields beside `data` that only events of this type have. */
  readonly beside?: FieldRows;
  /** When it comes, as Markdown. For the OpenAPI document and the guide, like the parts of the example below. */
  readonly occasion?: string;
  /** The fields that the change sets, with their values; absent for a new record. */
  readonly sets?: object;
  /** Who made the change; by default an API key. */
  readonly actor?: Actor;
};

/** Rows by types, in the order in which one change emits several. */
export type EventRows = Readonly<Record<string, EventRow>>;

/** Returns the types of a table, in its order. */
export const eventTypesOf = <Rows extends EventRows>(rows: Rows) =>
  Object.keys(rows) as (keyof Rows & string)[];

/** The fields beside `data` in events of a type. */
export type BesideOf<Row> = Row extends { readonly beside: infer Fields } ? Fields : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Returns the rows of the fields that stand beside `data` in events of any type. */
export const besideRows = <Rows extends EventRows>(rows: Rows): Intersection<BesideOf<Rows[keyof Rows]>> =>
  Object.assign({}, ...Object.values(rows).map(({ beside }) => beside));
