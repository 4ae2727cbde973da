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

type Request<Body> = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  /** Validates headers and body, once the consultation is known to be open. */
  readonly body: () => Body;
  readonly nowMilliseconds: number;
};

type Finalization<Body> = {
  readonly transition: ConsultationTransition;
  readonly changes?: (body: Body) => TransitionChanges;
};

/**
 * Finalizes a consultation and releases its slot unless the new status keeps it.
 * @throws AppError `not_found` or `invalid_request`
 */
export const finalizeConsultation = <Body>(
  table: Table,
  { firmId, params, body, nowMilliseconds }: Request<Body>,
  { transition, changes }: Finalization<Body>,
): Promise<Consultation> =>
  retryOnConflict(async () => {
    const before = requireOpenConsultation(await readRecord(table, consultationRecord(firmId, params.id)));
    const input = body();
    return saveTransition(table, firmId, { before, transition, changes: changes?.(input), nowMilliseconds });
  }, SCHEDULING_TRIES);
