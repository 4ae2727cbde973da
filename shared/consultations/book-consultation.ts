import type { Actor } from "../api/actor.ts";
import type { Change } from "../api/change.ts";
import { countOutcomes } from "../api/count-outcomes.ts";
import { type Claim, priorClaimRecord } from "../api/idempotency-store.ts";
import { newChange } from "../api/new-change.ts";
import { type CreateOutcome, type IdempotentResult, runIdempotently } from "../api/run-idempotently.ts";
import type { Violation } from "../api/schema/violations.ts";
import { dataChange, dataViolations } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import { checkAppointment } from "../scheduling/check-appointment.ts";
import { holdRecordFromBody } from "../scheduling/hold-record.store.ts";
import { schedulingReadsFromBody } from "../scheduling/scheduling-context.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords, uncached } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { NewConsultation } from "./consultation.contract.ts";
import type { Consultation } from "./consultation.rules.ts";
import { consultationRecord, consultationStore } from "./consultation.store.ts";
import { attorneyViolations, leadViolations } from "./consultation-changes.rules.ts";
import { INITIAL_CONSULTATION_STATUS } from "./consultation-status.rules.ts";

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
