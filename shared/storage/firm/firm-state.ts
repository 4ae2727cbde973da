import type { FirmId } from "../../domain/firm/firm-id.ts";
import { sendUpdate } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import { retryOnConflict } from "../dynamodb/retry-on-conflict.ts";
import type { Table } from "../dynamodb/table.ts";
import { type TransactItem, type TransactionOutcome, transact } from "../dynamodb/transaction.ts";
import { apiKeyRecordKey, keyCountsKey } from "../record-keys.ts";

// Whether a firm is disabled is an attribute of its key counts, because every new API key writes that item already. Each
// key repeats it as `firmDisabled`, so that a request needs no second read.

export const FIRM_IS_ENABLED = "attribute_not_exists(firmDisabledAt)";

const FIRM_IS_DISABLED = "attribute_exists(firmDisabledAt)";

export const isFirmDisabled = (keyCounts: Item | undefined) => keyCounts?.firmDisabledAt !== undefined;

/** When the operator disabled the firm, as an ISO-8601 UTC instant, or null. */
export const firmDisabledAtRecord = (firm: FirmId): RecordRef<string | null> => ({
  key: keyCountsKey(firm),
  parse: (item) => (isFirmDisabled(item) ? String(item?.firmDisabledAt) : null),
});

/** Makes a transaction that adds a key depend on the firm's being enabled. */
export const enabledFirmCheck = (table: Table, firm: FirmId): TransactItem =>
  stateCheck(table, firm, FIRM_IS_ENABLED);

const stateCheck = (table: Table, firm: FirmId, condition: string): TransactItem => ({
  ConditionCheck: { TableName: table.name, Key: keyCountsKey(firm), ConditionExpression: condition },
});

export const firmStateStore = (table: Table) => ({
  /** Keeps the instant of a firm that is disabled already. */
  disable: async (firm: FirmId, at: string): Promise<void> => {
    await sendUpdate(table, {
      Key: keyCountsKey(firm),
      UpdateExpression: "SET firmDisabledAt = if_not_exists(firmDisabledAt, :at)",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":at": at },
    });
  },

  enable: async (firm: FirmId): Promise<void> => {
    await sendUpdate(table, {
      Key: keyCountsKey(firm),
      UpdateExpression: "REMOVE firmDisabledAt",
      ConditionExpression: "attribute_exists(pk)",
    });
  },

  /**
   * Copies the firm's state to one of its keys.
   * @returns `gone` when the key does not exist, or `overtaken` when the firm's state has changed meanwhile
   */
  setOfKey: (firm: FirmId, sha256: string, disabled: boolean): Promise<"done" | "gone" | "overtaken"> =>
    retryOnConflict(async () => {
      const outcome = await transact(table, [
        stateCheck(table, firm, disabled ? FIRM_IS_DISABLED : FIRM_IS_ENABLED),
        { Update: keyUpdate(table, sha256, disabled) },
      ]);
      return outcome.result === "refused" ? refusalOf(outcome) : outcome.result;
    }),
});

const refusalOf = ({ reasons }: Extract<TransactionOutcome, { result: "refused" }>) =>
  reasons[0]?.failed ? "overtaken" : "gone";

const keyUpdate = (table: Table, sha256: string, disabled: boolean) => ({
  TableName: table.name,
  Key: apiKeyRecordKey(sha256),
  ConditionExpression: "attribute_exists(pk)",
  ...(disabled
    ? { UpdateExpression: "SET firmDisabled = :yes", ExpressionAttributeValues: { ":yes": true } }
    : { UpdateExpression: "REMOVE firmDisabled" }),
});
