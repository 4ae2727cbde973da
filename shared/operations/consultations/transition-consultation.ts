import { notFound } from "../../contract/app-error.ts";
import {
  applyTransition,
  type Consultation,
  type TransitionChanges,
} from "../../domain/consultations/consultation.ts";
import { type ConsultationTransition, isFinal } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { changeAt } from "../../runtime/new-record-id.ts";
import {
  consultationRecord,
  consultationStore,
  retryOnConflict,
  type SlotPreconditions,
} from "../../storage/consultations/consultation-store.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";

type Moving = {
  readonly before: Consultation;
  readonly move: ConsultationTransition;
  readonly changes?: TransitionChanges;
  /** Where the move takes a slot. */
  readonly preconditions?: SlotPreconditions;
  readonly nowMilliseconds: number;
};

/** Writes an allowed move of a consultation; `conflict` when it is no longer what it was. */
export const saveTransition = async (
  table: Table,
  firm: FirmId,
  { before, move, changes, preconditions, nowMilliseconds }: Moving,
): Promise<Consultation | "conflict"> => {
  const after = applyTransition(before, move, changes);
  const { id: changeId } = changeAt(nowMilliseconds);
  const written = await consultationStore(table).move(firm, { before, after, changeId, move, preconditions });
  return written === "done" ? after : written;
};

/**
 * The consultation, if there is one that can still change.
 * @throws AppError `not_found`
 */
export const requireOpenConsultation = (consultation: Consultation | null): Consultation => {
  if (consultation === null) throw notFound("consultation");
  if (isFinal(consultation.status)) throw notFound(`consultation, or it is ${consultation.status} already`);
  return consultation;
};

type Finalizing = {
  readonly firmId: FirmId;
  readonly id: string;
  readonly move: ConsultationTransition;
  /** Asked for once the consultation is known to be unfinished. */
  readonly changes?: () => TransitionChanges;
  readonly nowMilliseconds: number;
};

/**
 * Ends a consultation, and releases its slot where the new status does not keep it.
 * @throws AppError `not_found`
 */
export const finalizeConsultation = (
  table: Table,
  { firmId, id, move, changes, nowMilliseconds }: Finalizing,
): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { consultation } = await readRecords(table, { consultation: consultationRecord(firmId, id) });
    const before = requireOpenConsultation(consultation);
    return saveTransition(table, firmId, { before, move, changes: changes?.(), nowMilliseconds });
  });
