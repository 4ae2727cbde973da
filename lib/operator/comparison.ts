import { createdAtMilliseconds, isUuid } from "../../shared/runtime/record-id.ts";
import type { OnFault } from "../../shared/table/record-fault.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { confirmOption } from "./operator-command.ts";

/** A change after the instant, and the command that repeats it; null if only the firm can. */
export type Change = { readonly change: string; readonly repeat: string | null };

export type Comparison = {
  /** The table on which the stage has worked since the instant. */
  readonly old: Table;
  /** The table on which it is to work. */
  readonly restored: Table;
  /** The instant restored to. */
  readonly at: Date;
  readonly nowMilliseconds: number;
  /** Receives the records that cannot be compared. */
  readonly onFault: OnFault;
};

export type Pair = {
  readonly firm: string;
  readonly id: string;
  /** The item as the restored table has it. */
  readonly restored: Item;
  /** The item as the old table has it; undefined if it was deleted after the instant. */
  readonly later: Item | undefined;
};

export type Kind = {
  readonly kind: string;
  /** Returns the firm and the record's id; null for another kind of item. */
  readonly parse: (item: Item) => { readonly firm: string; readonly id: string } | null;
  readonly compare: (pair: Pair, comparison: Comparison) => Change | null | Promise<Change | null>;
};

/** Returns whether an id has the instant of its creation: only a UUIDv7 does. */
export const isDated = (id: string) => isUuid(id) && id[VERSION_INDEX] === "7";
const VERSION_INDEX = "xxxxxxxx-xxxx-".length;

/**
 * Returns whether a record was created after the instant. On the way back to the old table, the table that was restored
 * to it never had such a record.
 */
export const isNewer = (id: string, { at }: Comparison) =>
  isDated(id) && createdAtMilliseconds(id) > at.getTime();

/** Returns a command about a firm's record, as it is run at once. */
export const confirmed = (command: string, firm: string, ...parts: readonly string[]) =>
  [command, firm, ...parts, confirmOption(firm)].join(" ");
