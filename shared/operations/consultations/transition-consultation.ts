import {
  applyTransition,
  type Consultation,
  requireOpenConsultation,
  type TransitionChanges,
} from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { changeAt } from "../../runtime/new-record-id.ts";
import {
  consultationRecord,
  consultationStore,
  type SlotPreconditions,
} from "../../storage/consultations/consultation-store.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { SCHEDULING_TRIES } from "../scheduling/check-appointment.ts";

type Transition = {
  readonly before: Consultation;
  readonly transition: ConsultationTransition;
  readonly changes?: TransitionChanges;
  /** Present when the transition takes a slot. */
  readonly preconditions?: SlotPreconditions;
  readonly nowMilliseconds: number;
};

/** Saves an allowed transition; returns `conflict` when the consultation has changed since it was read. */
export const saveTransition = async (
  table: Table,
  firm: FirmId,
  { before, transition, changes, preconditions, nowMilliseconds }: Transition,
): Promise<Consultation | "conflict"> => {
  const after = applyTransition(before, transition, changes);
  const { id: changeId } = changeAt(nowMilliseconds);
  const write = { before, after, changeId, transition, preconditions };
  const written = await consultationStore(table).transition(firm, write);
  return written === "done" ? after : written;
};

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly nowMilliseconds: number;
};

type Finalization = {
  readonly transition: ConsultationTransition;
  /** Called once the consultation is known to be open. */
  readonly changes?: () => TransitionChanges;
};

/**
 * Finalizes a consultation and releases its slot unless the new status keeps it.
 * @throws AppError `not_found`
 */
export const finalizeConsultation = (
  table: Table,
  { firmId, params, nowMilliseconds }: Request,
  { transition, changes }: Finalization,
): Promise<Consultation> =>
  retryOnConflict(async () => {
    const before = requireOpenConsultation(await readRecord(table, consultationRecord(firmId, params.id)));
    return saveTransition(table, firmId, { before, transition, changes: changes?.(), nowMilliseconds });
  }, SCHEDULING_TRIES);
