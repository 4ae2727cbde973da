import type { Actor } from "../api/actor.ts";
import { newChange } from "../api/new-change.ts";
import type { SlotPreconditions } from "../scheduling/slot-preconditions.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { applyTransition, type Consultation, type TransitionChanges } from "./consultation.rules.ts";
import { consultationStore } from "./consultation.store.ts";
import type { ConsultationTransition } from "./consultation-status.rules.ts";

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
