import {
  applyTransition,
  type Consultation,
  type TransitionChanges,
} from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { consultationStore } from "../../storage/consultations/consultation-store.ts";
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

export type ChangeRequest = {
  readonly firmId: FirmId;
  readonly actor: Actor;
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
  const written = await consultationStore(table).update(request.firmId, write);
  return written === "done" ? after : written;
};
