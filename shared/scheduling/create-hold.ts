import { millisecondsInSecond } from "date-fns/constants";
import { AppError } from "../api/app-error.ts";
import { type Claim, priorClaimRecord } from "../api/idempotency-store.ts";
import { type CreateOutcome, type IdempotentResult, runIdempotently } from "../api/run-idempotently.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { attorneyViolations } from "../consultations/consultation-changes.rules.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { type AttorneyHolds, attorneyHoldsRecord, countLiveHolds } from "./attorney-holds.store.ts";
import { checkAppointment } from "./check-appointment.ts";
import type { NewHold } from "./hold.contract.ts";
import type { Hold } from "./hold.rules.ts";
import { holdStore } from "./hold.store.ts";
import { holdRecord } from "./hold-record.store.ts";
import { schedulingReadsFromBody } from "./scheduling-context.ts";

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewHold;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

/**
 * Holds a slot once for each idempotency key, as a consultation is booked.
 * @throws AppError as `checkAppointment` does, or `booking_not_allowed`
 */
export const createHold = (table: Table, request: Request): Promise<IdempotentResult<Hold>> => {
  const { firmId, claim, nowMilliseconds } = request;
  const id = newRecordId(nowMilliseconds);
  const recordOf = (holdId: string) => holdRecord(firmId, holdId);
  return runIdempotently(table, { firmId, claim, recordOf }, () =>
    retryOnConflict(() => tryHolding(table, request, id)),
  );
};

const tryHolding = async (
  table: Table,
  { firmId, json, body, claim, nowMilliseconds }: Request,
  id: string,
): Promise<CreateOutcome<Hold> | "conflict"> => {
  const { prior, holds, ...context } = await readRecords(table, {
    prior: priorClaimRecord(firmId, claim),
    holds: recordFromBody(json.attorney_id, (id) => attorneyHoldsRecord(firmId, id)),
    ...schedulingReadsFromBody(firmId, json),
  });
  if (prior) return { prior };
  const input = body(attorneyViolations(json.attorney_id, context.attorney));
  const hold = newHold(id, input, nowMilliseconds);
  const preconditions = await checkAppointment(table, firmId, hold, { context, nowMilliseconds });
  if (preconditions === "conflict") return preconditions;
  const counted = requireRoom(holds, nowMilliseconds);
  const write = { hold, preconditions, holds: counted, claim, nowMilliseconds };
  const written = await holdStore(table).create(firmId, write);
  if (written === "conflict") return written;
  return written === "done" ? { created: hold } : { prior: written };
};

const newHold = (id: string, body: NewHold, nowMilliseconds: number): Hold => ({
  id,
  attorneyId: body.attorney_id,
  startAt: body.start_at,
  durationMinutes: body.duration_min,
  expiresAt: new Date(nowMilliseconds + body.seconds * millisecondsInSecond).toISOString(),
});

const requireRoom = (holds: AttorneyHolds | null, nowMilliseconds: number): AttorneyHolds => {
  if (holds === null) throw new Error("The holds of a valid attorney were not read.");
  if (countLiveHolds(holds, nowMilliseconds) < LIMITS.liveHolds) return holds;
  throw new AppError("booking_not_allowed", `The attorney has ${LIMITS.liveHolds} live holds already.`, {
    details: [{ field: "holds", message: `must be at most ${LIMITS.liveHolds} live ones of an attorney` }],
    nextAvailable: [],
  });
};
