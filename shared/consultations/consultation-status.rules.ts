import type { EventType } from "../events/event-types.contract.ts";
import type { CONSULTATION_STATUS_NAMES } from "./consultation.contract.ts";

export type ConsultationStatus = (typeof CONSULTATION_STATUS_NAMES)[number];

type StatusTraits = { readonly keepsSlot: boolean; readonly event: EventType };

/** For each status: whether it keeps the slot reserved, and the event that reaching it emits. */
export const CONSULTATION_STATUSES = {
  scheduled: { keepsSlot: true, event: "consultation.booked" },
  rescheduled: { keepsSlot: true, event: "consultation.rescheduled" },
  canceled: { keepsSlot: false, event: "consultation.canceled" },
  completed: { keepsSlot: true, event: "consultation.completed" },
  "no-show": { keepsSlot: false, event: "consultation.no_show" },
} as const satisfies Record<ConsultationStatus, StatusTraits>;

export type ConsultationTransition = {
  readonly from: readonly ConsultationStatus[];
  readonly to: ConsultationStatus;
};

export const INITIAL_CONSULTATION_STATUS = "scheduled" satisfies ConsultationStatus;

/** The allowed transitions; each is the condition and the result of one write. */
export const CONSULTATION_TRANSITIONS = {
  reschedule: { from: ["scheduled", "rescheduled"], to: "rescheduled" },
  cancel: { from: ["scheduled", "rescheduled"], to: "canceled" },
  complete: { from: ["scheduled", "rescheduled"], to: "completed" },
  "no-show": { from: ["scheduled", "rescheduled"], to: "no-show" },
} as const satisfies Record<string, ConsultationTransition>;

const transitions: readonly ConsultationTransition[] = Object.values(CONSULTATION_TRANSITIONS);

/** A status is final when no transition leaves it. */
export function isFinal(status: ConsultationStatus): boolean {
  return !transitions.some(({ from }) => from.includes(status));
}

export function keepsSlot(status: ConsultationStatus): boolean {
  return CONSULTATION_STATUSES[status].keepsSlot;
}
