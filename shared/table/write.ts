import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { AppError } from "../api/app-error.ts";
import type { Item } from "./item.ts";

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

type InThisTable<Name extends keyof TransactItem> = {
  readonly [Each in Name]: Omit<NonNullable<TransactItem[Name]>, "TableName">;
};

/** One write of a commit: an item whose key is new, or what a transaction may hold, without the table's name. */
export type Write = (
  | { readonly New: Item }
  | InThisTable<"Put">
  | InThisTable<"Update">
  | InThisTable<"Delete">
  | InThisTable<"ConditionCheck">
) & {
  /**
   * What a failed condition means to the caller, given the item as it was (with `ReturnValuesOnConditionCheckFailure`).
   * Without it, or when it is null, the record has changed since it was read.
   */
  readonly refusal?: (item: Item | undefined) => AppError | null;
};
