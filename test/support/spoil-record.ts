import type { RecordKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { changeAttribute } from "./settings.ts";

/** Makes a record unreadable: sets an attribute that is a text, a list or a map to a number. */
export const spoilRecord = (table: Table, key: RecordKey, attribute: string) =>
  changeAttribute(table, key, attribute, 5);
