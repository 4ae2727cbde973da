import { countOutcome } from "../runtime/metrics.ts";
import { AppError, invalidRequest } from "../schema/app-error.ts";
import { firstPerField, type Violation } from "../schema/violations.ts";
import { commit, type Write } from "../table/commit.ts";
import {
  areCached,
  NO_RECORD,
  type Reader,
  type Refs,
  readRecord,
  readRecords,
  type Values,
} from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import {
  AlreadyClaimed,
  type Claim,
  claimWrite,
  type PriorClaim,
  priorClaimRecord,
} from "./idempotency-store.ts";
import type { StoredKey } from "./keys/key-store.ts";
import type { Decision, Operation, OperationRequest, ValidRequest } from "./operation.ts";

/** A request as it was received, and what the schemas made of it. */
export type ReceivedRequest<Definition extends EndpointDefinition> = {
  readonly request: OperationRequest<Definition>;
  /** What the schemas of headers, query and body reject. */
  readonly violations: readonly Violation[];
  /** Undefined when the body is invalid. */
  readonly input: ValidRequest<Definition>["input"] | undefined;
  /** The idempotency claim of the `Idempotency-Key` header, if any. */
  readonly claim: Claim | null;
  /** The calling key; rejects when it may not make this request. */
  readonly key: Promise<StoredKey>;
};

/** The body of the response, and whether an earlier request created the record. */
export type Answer = { readonly body: unknown; readonly replayed: boolean };

type Run<Definition extends EndpointDefinition, Records extends Refs> = ReceivedRequest<Definition> & {
  readonly table: Table;
  readonly operation: Operation<Definition, Records>;
};

/**
 * Reads, decides, writes. It reads while the key is checked, and decides, writes and counts only when the key may make the
 * request. Retries from the reads when a record has changed before the write; what comes after the write, it does once.
 * @throws AppError
 */
export const runOperation = async <Definition extends EndpointDefinition, Records extends Refs>(
  run: Run<Definition, Records>,
): Promise<Answer> => {
  const first = startReading(run, "first");
  const key = await run.key;
  return countAnswer(run.operation, async () => {
    const decision = await retryReads(async (attempt) =>
      decideAndWrite(run, await (attempt === 1 ? first : startReading(run, "again")), key),
    );
    const body = "after" in decision ? await decision.after(run.table) : decision.answer;
    return { body, replayed: decision.replayed === true };
  });
};

/** What an operation decides by, and the claim of an earlier request with the same Idempotency-Key. */
type Read<Records> = { readonly records: Values<Records>; readonly prior: PriorClaim | null };

/** Alone, the claim of an earlier request is left to the write to find. */
const startReading = <Definition extends EndpointDefinition, Records extends Refs>(
  { table, operation, request, claim }: Run<Definition, Records>,
  time: "first" | "again",
): Promise<Read<Records>> => {
  const records = operation.reads(request);
  const isLeft = time === "first" && areCached(records);
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

/** @returns the decision, whose writes are done */
const decideAndWrite = async <Definition extends EndpointDefinition, Records extends Refs>(
  run: Run<Definition, Records>,
  { records, prior }: Read<Records>,
  key: StoredKey,
): Promise<Decision> => {
  if (prior) return answerRepeat(run, prior);
  try {
    const decision = await decide(run, records, key);
    await write(run, decision.writes ?? []);
    return decision;
  } catch (error) {
    const meanwhile = await claimedMeanwhile(run, error);
    if (meanwhile === null) throw error;
    return answerRepeat(run, meanwhile);
  }
};

const decide = async <Definition extends EndpointDefinition, Records extends Refs>(
  { table, operation, request, violations, input }: Run<Definition, Records>,
  records: Values<Records>,
  key: StoredKey,
): Promise<Decision> => {
  // A body that is no object lacks every field, which says nothing more.
  const hasFields = violations.every(({ field }) => field !== "body");
  const ofRecords = hasFields ? (operation.violations?.(records, request) ?? []) : [];
  const all = firstPerField([...violations, ...ofRecords]);
  if (all.length > 0) throw invalidRequest(all);
  // Without a violation, body and query are valid.
  const valid = { ...request, input, key } as ValidRequest<Definition>;
  return operation.decide(records, valid, tableReader(table));
};

/** The claim comes first: whatever else may have changed, its request has succeeded. */
const write = async <Definition extends EndpointDefinition, Records extends Refs>(
  { table, request, claim }: Run<Definition, Records>,
  writes: readonly Write[],
): Promise<void> => {
  const claims = claim ? [claimWrite(request.firmId, claim, request.newId)] : [];
  await commit(table, [...claims, ...writes]);
};

/** A rule must not refuse the repeat of a request that has succeeded meanwhile. */
const claimedMeanwhile = async <Definition extends EndpointDefinition, Records extends Refs>(
  { table, request, claim }: Run<Definition, Records>,
  error: unknown,
): Promise<PriorClaim | null> => {
  if (error instanceof AlreadyClaimed) return error.prior;
  return error instanceof AppError ? readRecord(table, priorClaimRecord(request.firmId, claim)) : null;
};

/** @throws AppError `invalid_request` when the key was used with another body */
const answerRepeat = async <Definition extends EndpointDefinition, Records extends Refs>(
  { table, operation, request, claim }: Run<Definition, Records>,
  { recordId, payloadHash }: PriorClaim,
): Promise<Decision> => {
  if (payloadHash !== claim?.payloadHash)
    throw invalidRequest([{ field: "Idempotency-Key", message: "was used before with another body" }]);
  if (operation.repeat === undefined) throw new Error("The operation has no answer to a repeat.");
  return { answer: await operation.repeat(request, recordId, tableReader(table)), replayed: true };
};

/** Counts what becomes of a request: a success, a repeat, or the code of its error. */
const countAnswer = async (
  { counts }: Pick<Operation<EndpointDefinition, Refs>, "counts">,
  answerOf: () => Promise<Answer>,
): Promise<Answer> => {
  if (counts === undefined) return answerOf();
  const { metric, success } = counts;
  try {
    const answer = await answerOf();
    countOutcome(metric, answer.replayed ? "replayed" : success);
    return answer;
  } catch (error) {
    countOutcome(metric, error instanceof AppError ? error.code : "failed");
    throw error;
  }
};
