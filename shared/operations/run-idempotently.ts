import { AppError, invalidRequest } from "../contract/app-error.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import { type RecordRef, readRecords } from "../storage/dynamodb/read-records.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { type Claim, type PriorClaim, priorClaimRecord } from "../storage/idempotency-store.ts";

/** A record made now, or the prior claim of the same idempotency key that kept it from being made. */
export type Attempt<Record> = { readonly made: Record } | { readonly prior: PriorClaim };

export type Made<Record> = { readonly record: Record; readonly replayed: boolean };

type Idempotency<Record> = {
  readonly claim: Claim | null;
  readonly recordOf: (id: string) => RecordRef<Record | null>;
};

/**
 * Makes a record once for each idempotency key. A repeat is told before anything can refuse it: whatever refusal
 * the attempt ends in is final only when the key turns out to be new.
 * @throws AppError `invalid_request` when the key was used with another body
 */
export const once = async <Record>(
  table: Table,
  firm: FirmId,
  { claim, recordOf }: Idempotency<Record>,
  attempt: () => Promise<Attempt<Record>>,
): Promise<Made<Record>> => {
  const outcome = await orPriorClaim(table, firm, claim, attempt);
  if ("made" in outcome) return { record: outcome.made, replayed: false };
  if (outcome.prior.payloadHash !== claim?.payloadHash) {
    throw invalidRequest([{ field: "Idempotency-Key", message: "was used before with another body" }]);
  }
  const { record } = await readRecords(table, { record: recordOf(outcome.prior.recordId) });
  if (record === null) throw new Error("The record of an idempotency key is missing.");
  return { record, replayed: true };
};

const orPriorClaim = async <Record>(
  table: Table,
  firm: FirmId,
  claim: Claim | null,
  attempt: () => Promise<Attempt<Record>>,
): Promise<Attempt<Record>> => {
  try {
    return await attempt();
  } catch (refusal) {
    if (claim === null || !(refusal instanceof AppError)) throw refusal;
    const { prior } = await readRecords(table, { prior: priorClaimRecord(firm, claim) });
    if (prior === null) throw refusal;
    return { prior };
  }
};
