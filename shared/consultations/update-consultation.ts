import type { Actor } from "../api/actor.ts";
import type { Violation } from "../api/schema/violations.ts";
import { boundedMap } from "../runtime/bounded-map.ts";
import { checkAppointment } from "../scheduling/check-appointment.ts";
import { holdRecordFromBody, type StoredHold } from "../scheduling/hold-record.store.ts";
import {
  type SchedulingContext,
  schedulingReads,
  schedulingReadsFromBody,
} from "../scheduling/scheduling-context.ts";
import { slotOfConsultation } from "../scheduling/slot-writes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { ConsultationChanges } from "./consultation.contract.ts";
import { applyTransition, type Consultation, requireOpenConsultation } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import { appointmentChange } from "./consultation-changes.rules.ts";
import { CONSULTATION_TRANSITIONS } from "./consultation-status.rules.ts";
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
