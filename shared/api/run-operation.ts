import { AppError, invalidRequest } from "../schema/app-error.ts";
import { type SentBody, withNearMisses } from "../schema/near-misses.ts";
import { firstPerField, type Violation } from "../schema/violations.ts";
import { commit, type Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  areCached,
  NO_RECORD,
  type Reader,
  type Refs,
  readRecord,
  readRecords,
  type Values,
} from "../table/read-records.ts";
import { type Attempt, FIRST_ATTEMPT, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { type Change, retriedChange } from "./change.ts";
import {
  AlreadyClaimed,
  type Claim,
  claimWrite,
  ERASED_PAYLOAD_HASH,
  type PriorClaim,
  priorClaimRecord,
} from "./idempotency-store.ts";
import type { StoredKey } from "./keys/key-store.ts";
import type { Decision, Procedure } from "./operation.ts";

/** A received request, and the results of the schemas. */
export type Received<Request> = {
  readonly request: Request;
  /** The violations of headers, query and body by their schemas. */
  readonly violations: readonly Violation[];
  /** Absent for a delivery, whose fields the source's mapping names. */
  readonly body?: SentBody;
  /** The body as its schema returns it; undefined when it is invalid, or has no schema. */
  readonly input: unknown;
  /** The idempotency claim of the `Idempotency-Key` header, if any. */
  readonly claim: Claim | null;
  /** The calling key; rejects when it may not make this request. */
  readonly key: Promise<StoredKey>;
};

type Run<Request, Valid, Records extends Refs, Answer> = Received<Request> & {
  readonly table: Table;
  readonly operation: Procedure<Request, Valid, Records, Answer>;
};

/** The part of any request that the pipeline needs. `newId` is the id of the record that it creates. */
type AnyRequest = { readonly firmId: FirmId; readonly newId: string; readonly change: Change };

/** The body of the response, whether an earlier request or this one created the record, and the entity tag and the cookie, if any. */
type Answered<Answer> = {
  readonly body: Answer;
  readonly replayed: boolean;
  readonly created?: true | undefined;
  readonly etag?: string | undefined;
  readonly cookie?: string | undefined;
};

/**
 * Reads, decides, writes. It reads during the check of the key, and decides and writes only when the key may make the
 * request. Retries from the reads when a record has changed before the write. Anything after the write happens
 * once.
 * @throws AppError
 */
export const runOperation = async <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  run: Run<Request, Valid, Records, Answer>,
): Promise<Answered<Answer>> => {
  const first = startReading(run, FIRST_ATTEMPT);
  const key = await run.key;
  const decision = await retryReads(async (attempt) =>
    attempt.isFirst
      ? decideAndWrite(run, await first, key)
      : decideAndWrite(retried(run), await startReading(run, attempt), key),
  );
  const body = "after" in decision ? await decision.after(run.table) : decision.answer;
  const { replayed = false, created, etag, cookie } = decision;
  return { body, replayed, created, etag, cookie };
};

/** Returns the run of another try, whose change happens now. */
const retried = <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  run: Run<Request, Valid, Records, Answer>,
): Run<Request, Valid, Records, Answer> => ({
  ...run,
  request: { ...run.request, change: retriedChange(run.request.change) },
});

/** The records of a decision, and the claim of an earlier request with the same Idempotency-Key. */
type Read<Records> = { readonly records: Values<Records>; readonly prior: PriorClaim | null };

/** Starts the reads. Leaves the claim to the write when every other record is cached. */
const startReading = <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  { table, operation, request, claim }: Run<Request, Valid, Records, Answer>,
  attempt: Attempt,
): Promise<Read<Records>> => {
  const records = operation.reads(request, attempt);
  const isLeft = attempt.isFirst && areCached(records);
  const prior = isLeft ? NO_RECORD : priorClaimRecord(request.firmId, claim);
  const reading = readRecords(table, { prior, records }) as Promise<Read<Records>>;
  // A refusal of the key comes before an error of the reads.
  reading.catch(() => {});
  return reading;
};

const tableReader =
  (table: Table): Reader =>
  (refs) =>
    readRecords(table, refs);

/**
 * Decides and writes.
 * @returns the decision
 */
const decideAndWrite = async <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  run: Run<Request, Valid, Records, Answer>,
  { records, prior }: Read<Records>,
  key: StoredKey,
): Promise<Decision<Answer>> => {
  if (prior) return answerRepeat(run, prior, key);
  try {
    const decision = await decide(run, records, key);
    await write(run, decision.writes ?? []);
    return decision;
  } catch (error) {
    const meanwhile = await concurrentClaim(run, error);
    if (meanwhile === null) throw error;
    return answerRepeat(run, meanwhile, key);
  }
};

const decide = async <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  { table, operation, request, violations, body, input }: Run<Request, Valid, Records, Answer>,
  records: Values<Records>,
  key: StoredKey,
): Promise<Decision<Answer>> => {
  // A body that is not an object lacks every field, which needs no further violations.
  const hasFields = violations.every(({ field }) => field !== "body");
  const ofRecords = hasFields ? (operation.violations?.(records, request) ?? []) : [];
  const all = firstPerField([...violations, ...ofRecords]);
  if (all.length > 0) throw invalidRequest(body ? withNearMisses(all, body) : all);
  // Without violations, body and query are valid.
  const valid = { ...request, input, key } as Valid;
  return operation.decide(records, valid, tableReader(table));
};

/** A request that may have an idempotency claim. */
type Claiming = Pick<Run<AnyRequest, unknown, Refs, unknown>, "table" | "request" | "claim">;

/** Writes the claim first: an existing claim shows that the request has succeeded, whatever else has changed. */
const write = async ({ table, request, claim }: Claiming, writes: readonly Write[]): Promise<void> => {
  const claims = claim ? [claimWrite(request.firmId, claim, request.newId)] : [];
  await commit(table, [...claims, ...writes]);
};

/** Returns the claim of the same request that has succeeded meanwhile. No rule may refuse its repeat. */
const concurrentClaim = async (
  { table, request, claim }: Claiming,
  error: unknown,
): Promise<PriorClaim | null> => {
  if (error instanceof AlreadyClaimed) return error.prior;
  return error instanceof AppError ? readRecord(table, priorClaimRecord(request.firmId, claim)) : null;
};

/**
 * Answers a repeat.
 * @throws AppError `invalid_request` when the key was used with another body, or for a record that was erased
 */
const answerRepeat = async <Request extends AnyRequest, Valid, Records extends Refs, Answer>(
  { table, operation, request, claim }: Run<Request, Valid, Records, Answer>,
  { recordId, payloadHash }: PriorClaim,
  key: StoredKey,
): Promise<Decision<Answer>> => {
  if (payloadHash !== claim?.payloadHash)
    throw invalidRequest([{ field: "Idempotency-Key", message: reasonAgainst(payloadHash) }]);
  if (operation.repeat === undefined) throw new Error("The operation has no answer to a repeat.");
  return {
    answer: await operation.repeat({ ...request, key }, recordId, tableReader(table)),
    replayed: true,
  };
};

const reasonAgainst = (payloadHash: string) =>
  payloadHash === ERASED_PAYLOAD_HASH
    ? "was used for a record whose personal data were erased"
    : "was used before with another body";
