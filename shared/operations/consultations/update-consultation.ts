import type { Violation } from "../../contract/app-error.ts";
import type { ConsultationChanges } from "../../contract/consultations.ts";
import { applyTransition, type Consultation } from "../../domain/consultations/consultation.ts";
import { appointmentChange } from "../../domain/consultations/consultation-changes.ts";
import { CONSULTATION_TRANSITIONS } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { timeZoneViolations } from "../../domain/scheduling/time-zone.ts";
import { consultationRecord, retryOnConflict } from "../../storage/consultations/consultation-store.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import {
  checkAppointment,
  coversAppointment,
  type SchedulingContext,
  schedulingReads,
  schedulingReadsFromBody,
} from "../scheduling/check-appointment.ts";
import { requireOpenConsultation, saveTransition } from "./transition-consultation.ts";

type UpdateRequest = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (others: readonly Violation[]) => ConsultationChanges;
  readonly nowMilliseconds: number;
};

/**
 * Reschedules or cancels a consultation, whichever the body asks for.
 * @throws AppError `not_found`, or as `checkAppointment` does
 */
export const updateConsultation = (table: Table, request: UpdateRequest): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params, json, nowMilliseconds } = request;
    const { consultation, ...named } = await readRecords(table, {
      consultation: consultationRecord(firmId, params.id),
      ...schedulingReadsFromBody(firmId, withGuesses(firmId, json)),
    });
    const before = requireOpenConsultation(consultation);
    const { status, ...sent } = request.body(timeZoneViolations(json.time_zone));
    return status === "canceled"
      ? saveTransition(table, firmId, { before, move: CONSULTATION_TRANSITIONS.cancel, nowMilliseconds })
      : reschedule(table, request, before, { sent, named });
  });

/** With whom this instance last saw a consultation of the firm. */
const lastAttorneys = new Map<FirmId, string>();

/**
 * The body, and what its consultation probably is where the body does not say: the calendar of a right guess comes with
 * the consultation, in one round trip. A wrong one costs the reads, and that trip.
 */
const withGuesses = (firm: FirmId, json: Readonly<Record<string, unknown>>) =>
  json.start_at === undefined ? json : { attorney_id: lastAttorneys.get(firm), duration_min: 60, ...json };

type Wish = { readonly sent: Omit<ConsultationChanges, "status">; readonly named: SchedulingContext };

/** The same appointment again changes nothing, and is not judged again. */
const reschedule = async (
  table: Table,
  { firmId, nowMilliseconds }: UpdateRequest,
  before: Consultation,
  { sent, named }: Wish,
): Promise<Consultation | "conflict"> => {
  const changes = appointmentChange(before, sent);
  if (changes === null) return before;
  const move = CONSULTATION_TRANSITIONS.reschedule;
  const wanted = applyTransition(before, move, changes);
  lastAttorneys.set(firmId, wanted.attorneyId);
  const schedulingContext = coversAppointment(named, wanted)
    ? named
    : await readRecords(table, schedulingReads(firmId, wanted));
  const preconditions = await checkAppointment(table, firmId, wanted, { schedulingContext, nowMilliseconds });
  return saveTransition(table, firmId, { before, move, changes, preconditions, nowMilliseconds });
};
