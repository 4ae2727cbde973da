import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { AppError, invalidRequest } from "./app-error.ts";
import { type Claim, type PriorClaim, priorClaimRecord } from "./idempotency-store.ts";

/** The created record, or the prior claim on its idempotency key: then nothing was created. */
export type CreateOutcome<Record> = { readonly created: Record } | { readonly prior: PriorClaim };

export type IdempotentResult<Record> = { readonly record: Record; readonly replayed: boolean };

type Idempotency<Record> = {
  readonly firmId: FirmId;
  readonly claim: Claim | null;
  readonly recordOf: (id: string) => RecordRef<Record | null>;
};

/**
 * Creates a record at most once for each idempotency key; a repeat returns the record of the first call. An
 * AppError of `create` is thrown only when the key is new: a repeat must not fail because of what changed since.
 * @throws AppError `invalid_request` when the key was used with another body
 */
export const runIdempotently = async <Record>(
  table: Table,
  idempotency: Idempotency<Record>,
  create: () => Promise<CreateOutcome<Record>>,
): Promise<IdempotentResult<Record>> => {
  const { claim, recordOf } = idempotency;
  const outcome = await createUnlessClaimed(table, idempotency, create);
  if ("created" in outcome) return { record: outcome.created, replayed: false };
  if (outcome.prior.payloadHash !== claim?.payloadHash) {
    throw invalidRequest([{ field: "Idempotency-Key", message: "was used before with another body" }]);
  }
  const record = await readRecord(table, recordOf(outcome.prior.recordId));
  if (record === null) throw new Error("The record of an idempotency key is missing.");
  return { record, replayed: true };
};

const createUnlessClaimed = async <Record>(
  table: Table,
  { firmId, claim }: Idempotency<Record>,
  create: () => Promise<CreateOutcome<Record>>,
): Promise<CreateOutcome<Record>> => {
  try {
    return await create();
  } catch (refusal) {
    if (claim === null || !(refusal instanceof AppError)) throw refusal;
    const prior = await readRecord(table, priorClaimRecord(firmId, claim));
    if (prior === null) throw refusal;
    return { prior };
  }
};
