import type { PutCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../contract/schema/lazy.ts";
import { LIMITS } from "../contract/schema/limits.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import type { Item } from "./dynamodb/item.ts";
import { NO_RECORD, type RecordRef } from "./dynamodb/read-records.ts";
import { retryOnConflict } from "./dynamodb/retry-on-conflict.ts";
import type { Table } from "./dynamodb/table.ts";
import { transact } from "./dynamodb/transaction.ts";
import { idempotencyKey } from "./record-keys.ts";

/** A caller's claim that this request and any other with the same key are one. */
export type Claim = {
  readonly operation: string;
  readonly key: string;
  readonly payloadHash: string;
  readonly nowMilliseconds: number;
};

/** What an idempotency key stands for: the record made with it, and the hash of the body that made it. */
export type PriorClaim = { readonly recordId: string; readonly payloadHash: string };

const claimItem = lazy(() =>
  z.object({ recordId: z.string(), payloadHash: z.string(), expiresAtEpochSeconds: z.number() }),
);

/**
 * Writes a record and the claim that makes it the only one of its key, in one transaction.
 * @returns null, or the prior claim that holds the key: then nothing was written
 */
export const putWithClaim = (
  table: Table,
  firm: FirmId,
  put: PutCommandInput,
  { claim, recordId }: { claim: Claim; recordId: string },
): Promise<PriorClaim | null> =>
  retryOnConflict(async () => {
    const outcome = await transact(table, [{ Put: put }, { Put: claimPut(table, firm, claim, recordId) }]);
    if (outcome.result !== "refused") return outcome.result === "done" ? null : "conflict";
    return priorClaim(outcome.reasons[1]?.item, claim) ?? "conflict";
  });

/** The prior claim of a key; nothing is read where there is no key. */
export const priorClaimRecord = (firm: FirmId, claim: Claim | null): RecordRef<PriorClaim | null> =>
  claim === null
    ? NO_RECORD
    : {
        key: idempotencyKey(firm, claim.operation, claim.key),
        parse: (item) => priorClaim(item, claim),
      };

/** An expired claim counts as none: the store's own TTL lags by days. */
export const priorClaim = (item: Item | undefined, { nowMilliseconds }: Claim): PriorClaim | null => {
  if (item === undefined) return null;
  const { recordId, payloadHash, expiresAtEpochSeconds } = claimItem().parse(item);
  return expiresAtEpochSeconds * 1000 > nowMilliseconds ? { recordId, payloadHash } : null;
};

/** The claim as a part of the write of its record; returns the prior one when it fails. */
export const claimPut = (table: Table, firm: FirmId, claim: Claim, recordId: string) => {
  const nowSeconds = Math.floor(claim.nowMilliseconds / 1000);
  return {
    TableName: table.name,
    Item: {
      ...idempotencyKey(firm, claim.operation, claim.key),
      recordId,
      payloadHash: claim.payloadHash,
      expiresAtEpochSeconds: nowSeconds + LIMITS.idempotencyKeySeconds,
    },
    ConditionExpression: "attribute_not_exists(pk) OR expiresAtEpochSeconds <= :now",
    ExpressionAttributeValues: { ":now": nowSeconds },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
};
