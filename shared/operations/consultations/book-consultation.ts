import type { NewConsultation } from "../../contract/consultations.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { Consultation } from "../../domain/consultations/consultation.ts";
import { attorneyViolations, leadViolations } from "../../domain/consultations/consultation-changes.ts";
import { INITIAL_CONSULTATION_STATUS } from "../../domain/consultations/consultation-status.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { Change } from "../../domain/events/change.ts";
import { dataChange, dataViolations } from "../../domain/firm/custom-data.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { consultationRecord, consultationStore } from "../../storage/consultations/consultation-store.ts";
import { readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { type Claim, priorClaimRecord } from "../../storage/idempotency-store.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import { recordFromBody } from "../../storage/record-from-body.ts";
import { holdRecordFromBody } from "../../storage/scheduling/hold-record.ts";
import { countOutcomes } from "../count-outcomes.ts";
import { newChange } from "../new-change.ts";
import { type CreateOutcome, type IdempotentResult, runIdempotently } from "../run-idempotently.ts";
import { checkAppointment } from "../scheduling/check-appointment.ts";
import { schedulingReadsFromBody } from "../scheduling/scheduling-context.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewConsultation;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

/**
 * Books a slot once for each idempotency key: one read of everything that the decision needs, then one write that
 * requires it unchanged. On a conflict, reads again and retries.
 * @throws AppError as `checkAppointment` does
 */
export const bookConsultation = (table: Table, request: Request): Promise<IdempotentResult<Consultation>> => {
  const { firmId, claim, nowMilliseconds } = request;
  const identity = { id: newRecordId(nowMilliseconds), change: newChange(request) };
  const recordOf = (id: string) => consultationRecord(firmId, id);
  const create = () => retryOnConflict(() => tryBooking(table, request, identity));
  return countOutcomes(
    "Bookings",
    () => runIdempotently(table, { firmId, claim, recordOf }, create),
    ({ replayed }) => (replayed ? "replayed" : "booked"),
  );
};

const tryBooking = async (
  table: Table,
  { firmId, json, body, claim, nowMilliseconds }: Request,
  { id, change }: { readonly id: string; readonly change: Change },
): Promise<CreateOutcome<Consultation> | "conflict"> => {
  const { prior, lead, hold, ...context } = await readRecords(table, {
    prior: priorClaimRecord(firmId, claim),
    lead: recordFromBody(json.lead_id, (leadId) => leadRecord(firmId, leadId)),
    hold: holdRecordFromBody(firmId, json.hold_id),
    ...schedulingReadsFromBody(firmId, json),
    // Read whatever the body holds, since they define its data.
    settings: uncached(settingsRecord(firmId)),
  });
  if (prior) return { prior };
  const { attorney, settings } = context;
  const input = body([
    ...leadViolations(json.lead_id, lead),
    ...attorneyViolations(json.attorney_id, attorney),
    ...dataViolations(json.data, settings.consultationFields),
  ]);
  const consultation = newConsultation(id, { time_zone: attorney?.timeZone, ...input }, settings);
  const preconditions = await checkAppointment(table, firmId, consultation, {
    context,
    nowMilliseconds,
    ignoresBookingRules: input.ignore_booking_rules,
    hold,
  });
  if (preconditions === "conflict") return preconditions;
  const booking = { after: consultation, change, preconditions, claim };
  const written = await consultationStore(table).book(firmId, booking);
  if (written === "conflict") return written;
  return written === "done" ? { created: consultation } : { prior: written };
};

const newConsultation = (
  id: string,
  body: NewConsultation,
  { consultationFields }: FirmSettings,
): Consultation => ({
  id,
  leadId: body.lead_id,
  attorneyId: body.attorney_id,
  type: body.type,
  status: INITIAL_CONSULTATION_STATUS,
  startAt: body.start_at,
  durationMinutes: body.duration_min,
  timeZone: body.time_zone ?? "UTC",
  paid: body.paid,
  amount: body.amount,
  outcome: null,
  archived: false,
  data: dataChange(body.data, consultationFields).set,
  revision: 1,
});
