import type { ConsultationChanges } from "../../contract/consultations.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import {
  applyTransition,
  type Consultation,
  requireOpenConsultation,
} from "../../domain/consultations/consultation.ts";
import { appointmentChange } from "../../domain/consultations/consultation-changes.ts";
import { CONSULTATION_TRANSITIONS } from "../../domain/consultations/consultation-status.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { boundedMap } from "../../runtime/bounded-map.ts";
import { consultationRecord } from "../../storage/consultations/consultation-store.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { holdRecordFromBody, type StoredHold } from "../../storage/scheduling/hold-record.ts";
import { slotOfConsultation } from "../../storage/scheduling/slot-writes.ts";
import { checkAppointment } from "../scheduling/check-appointment.ts";
import {
  type SchedulingContext,
  schedulingReads,
  schedulingReadsFromBody,
} from "../scheduling/scheduling-context.ts";
import { saveTransition } from "./transition-consultation.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => ConsultationChanges;
  readonly nowMilliseconds: number;
};

/**
 * Reschedules or cancels a consultation.
 * @throws AppError `not_found`, or as `checkAppointment` does
 */
export const updateConsultation = (table: Table, request: Request): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params, json } = request;
    const { consultation, hold, ...context } = await readRecords(table, {
      consultation: consultationRecord(firmId, params.id),
      hold: holdRecordFromBody(firmId, json.hold_id),
      ...schedulingReadsFromBody(firmId, withGuesses(firmId, json)),
    });
    const before = requireOpenConsultation(consultation);
    const { status, ...input } = request.body([]);
    return status === "canceled"
      ? saveTransition(table, request, { before, transition: CONSULTATION_TRANSITIONS.cancel })
      : reschedule(table, request, before, { input, context, hold });
  });

/** The attorney of the consultation that this instance last rescheduled, by firm. */
const lastAttorneys = boundedMap<FirmId, string>(10_000);

/**
 * The body, completed with the likely attorney and duration. A right guess reads the calendar together with the
 * consultation, in one round trip; a wrong one costs its reads and a second round trip.
 */
const withGuesses = (firm: FirmId, json: Readonly<Record<string, unknown>>) =>
  json.start_at === undefined ? json : { attorney_id: lastAttorneys.get(firm), duration_min: 60, ...json };

type Reschedule = {
  readonly input: Omit<ConsultationChanges, "status">;
  /** As read together with the consultation, from guesses. */
  readonly context: SchedulingContext;
  readonly hold: StoredHold | null;
};

/** An unchanged appointment is returned as it is, without validation. */
const reschedule = async (
  table: Table,
  request: Request,
  before: Consultation,
  { input, context: guessed, hold }: Reschedule,
): Promise<Consultation | "conflict"> => {
  const { firmId, nowMilliseconds } = request;
  const changes = appointmentChange(before, input);
  if (changes === null) return before;
  const transition = CONSULTATION_TRANSITIONS.reschedule;
  const rescheduled = applyTransition(before, transition, changes);
  lastAttorneys.set(firmId, rescheduled.attorneyId);
  const context =
    guessed.attorney?.id === rescheduled.attorneyId
      ? guessed
      : await readRecords(table, schedulingReads(firmId, rescheduled));
  const preconditions = await checkAppointment(table, firmId, rescheduled, {
    context,
    nowMilliseconds,
    ignoresBookingRules: input.ignore_booking_rules,
    hold,
    current: slotOfConsultation(before),
  });
  if (preconditions === "conflict") return preconditions;
  return saveTransition(table, request, { before, transition, changes, preconditions });
};
