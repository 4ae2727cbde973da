import type { Violation } from "../../contract/app-error.ts";
import type { NewConsultation } from "../../contract/consultations.ts";
import type { Consultation } from "../../domain/consultations/consultation.ts";
import { attorneyViolations, leadViolations } from "../../domain/consultations/consultation-changes.ts";
import { INITIAL_CONSULTATION_STATUS } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { isUuid } from "../../domain/record-id.ts";
import { timeZoneViolations } from "../../domain/scheduling/time-zone.ts";
import { changeAt, newRecordId } from "../../runtime/new-record-id.ts";
import { consultationStore, retryOnConflict } from "../../storage/consultations/consultation-store.ts";
import { NO_RECORD, type RecordRef, readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { type Claim, priorClaimRecord } from "../../storage/idempotency-store.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import type { Attempt } from "../run-idempotently.ts";
import { checkAppointment, schedulingReadsFromBody } from "../scheduling/check-appointment.ts";

type BookingRequest = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (others: readonly Violation[]) => NewConsultation;
  readonly claim: Claim | null;
  readonly nowMilliseconds: number;
};

/**
 * Books a slot: one read of everything that decides, one write on condition that it is still so; again, from fresh
 * reads, when it is not.
 * @throws AppError as `checkAppointment` does
 */
export const bookConsultation = (table: Table, request: BookingRequest): Promise<Attempt<Consultation>> => {
  const { firmId, json, claim, nowMilliseconds } = request;
  const id = newRecordId(nowMilliseconds);
  const changeId = changeAt(nowMilliseconds).id;
  return retryOnConflict(async () => {
    const { prior, lead, ...schedulingContext } = await readRecords(table, {
      prior: priorClaimRecord(firmId, claim),
      lead: namedLeadRecord(firmId, json.lead_id),
      ...schedulingReadsFromBody(firmId, json),
    });
    if (prior) return { prior };
    const { attorney } = schedulingContext;
    const body = request.body([
      ...leadViolations(json.lead_id, lead),
      ...attorneyViolations(json.attorney_id, attorney),
      ...timeZoneViolations(json.time_zone),
    ]);
    const consultation = newConsultation(id, { time_zone: attorney?.timeZone, ...body });
    const decided = { schedulingContext, nowMilliseconds };
    const preconditions = await checkAppointment(table, firmId, consultation, decided);
    const booking = { after: consultation, changeId, preconditions, claim };
    const written = await consultationStore(table).book(firmId, booking);
    if (written === "conflict") return written;
    return written === "done" ? { made: consultation } : { prior: written };
  });
};

const namedLeadRecord = (firm: FirmId, id: unknown): RecordRef<Lead | null> =>
  typeof id === "string" && isUuid(id) ? leadRecord(firm, id.toLowerCase()) : NO_RECORD;

const newConsultation = (id: string, body: NewConsultation): Consultation => ({
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
  revision: 1,
});
