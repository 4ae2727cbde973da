import * as z from "zod/mini";
import { LIMITS } from "../schema/limits.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef } from "../table/read-records.ts";
import { type Item, idempotencyKey } from "../table/record-keys.ts";

/** A caller's claim that all requests with this key are the same request. */
export type Claim = {
  readonly operation: string;
  readonly key: string;
  readonly payloadHash: string;
  readonly nowMilliseconds: number;
};

/** The record created with an idempotency key, and the hash of the body that created it. */
export type PriorClaim = { readonly recordId: string; readonly payloadHash: string };

/** The hash in place of that of a body whose record was erased. No request has it. */
export const ERASED_PAYLOAD_HASH = "erased";

/** Thrown by the commit of a request whose key an earlier one has claimed. */
export class AlreadyClaimed extends Error {
  readonly prior: PriorClaim;

  constructor(prior: PriorClaim) {
    super("An earlier request has claimed the idempotency key.");
    this.prior = prior;
  }
}

const claimItem = lazy(() =>
  z.object({ recordId: z.string(), payloadHash: z.string(), expiresAtEpochSeconds: z.number() }),
);

/** Reads the prior claim of a key. Reads nothing without a key. */
export const priorClaimRecord = (firm: FirmId, claim: Claim | null): RecordRef<PriorClaim | null> =>
  claim === null
    ? NO_RECORD
    : {
        key: idempotencyKey(firm, claim.operation, claim.key),
        parse: (item) => parsePriorClaim(item, claim),
      };

/** Parses a claim; null for an expired one, which DynamoDB deletes up to days late. */
const parsePriorClaim = (item: Item | undefined, claim: Claim): PriorClaim | null => {
  if (item === undefined) return null;
  const { recordId, payloadHash, expiresAtEpochSeconds } = claimItem().parse(item);
  return expiresAtEpochSeconds * 1000 > claim.nowMilliseconds ? { recordId, payloadHash } : null;
};

/** Claims a key for the record that the same commit creates. */
export const claimWrite = (firm: FirmId, claim: Claim, recordId: string): Write => {
  const nowSeconds = Math.floor(claim.nowMilliseconds / 1000);
  return {
    Put: {
      Item: {
        ...idempotencyKey(firm, claim.operation, claim.key),
        recordId,
        payloadHash: claim.payloadHash,
        expiresAtEpochSeconds: nowSeconds + LIMITS.idempotencyKeySeconds,
      },
      ConditionExpression: "attribute_not_exists(pk) OR expiresAtEpochSeconds <= :now",
      ExpressionAttributeValues: { ":now": nowSeconds },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    },
    refusal: (item) => {
      const prior = parsePriorClaim(item, claim);
      return prior && new AlreadyClaimed(prior);
    },
  };
};
