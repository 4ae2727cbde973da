import {
  applyTransition,
  type Consultation,
  requireOpenConsultation,
  type TransitionChanges,
} from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { Caller } from "../../domain/events/actor.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { consultationRecord, consultationStore } from "../../storage/consultations/consultation-store.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import type { SlotPreconditions } from "../../storage/scheduling/slot-preconditions.ts";
import { newChange } from "../new-change.ts";

type Transition = {
  readonly before: Consultation;
  readonly transition: ConsultationTransition;
  readonly changes?: TransitionChanges;
  /** Present when the transition takes a slot. */
  readonly preconditions?: SlotPreconditions;
};

type ChangeRequest = {
  readonly firmId: FirmId;
  readonly caller: Caller;
  readonly nowMilliseconds: number;
};

/** Saves an allowed transition; returns `conflict` when the consultation has changed since it was read. */
export const saveTransition = async (
  table: Table,
  request: ChangeRequest,
  { before, transition, changes, preconditions }: Transition,
): Promise<Consultation | "conflict"> => {
  const after = applyTransition(before, transition, changes);
  const write = { before, after, change: newChange(request), transition, preconditions };
  const written = await consultationStore(table).transition(request.firmId, write);
  return written === "done" ? after : written;
};

type Request<Body> = ChangeRequest & {
  readonly params: { readonly id: string };
  /** Validates headers and body, once the consultation is known to be open. */
  readonly body: () => Body;
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
  request: Request<Body>,
  { transition, changes }: Finalization<Body>,
): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params, body } = request;
    const before = requireOpenConsultation(await readRecord(table, consultationRecord(firmId, params.id)));
    const input = body();
    return saveTransition(table, request, { before, transition, changes: changes?.(input) });
  });
