import type { CONSULTATION_STATUS_NAMES } from "../../contract/consultations.ts";

export type ConsultationStatus = (typeof CONSULTATION_STATUS_NAMES)[number];

type StatusTraits = { readonly keepsSlot: boolean; readonly event: `consultation.${string}` };

/** Every status: whether a consultation in it keeps its slot from being booked again, and what reaching it emits. */
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

/** The allowed moves; each is the condition and the outcome of one write. */
export const CONSULTATION_TRANSITIONS = {
  reschedule: { from: ["scheduled", "rescheduled"], to: "rescheduled" },
  cancel: { from: ["scheduled", "rescheduled"], to: "canceled" },
  complete: { from: ["scheduled", "rescheduled"], to: "completed" },
  "no-show": { from: ["scheduled", "rescheduled"], to: "no-show" },
} as const satisfies Record<string, ConsultationTransition>;

export type ConsultationTransitionName = keyof typeof CONSULTATION_TRANSITIONS;

const moves: readonly ConsultationTransition[] = Object.values(CONSULTATION_TRANSITIONS);

/** A status is final when no move leads out of it. */
export function isFinal(status: ConsultationStatus): boolean {
  return !moves.some(({ from }) => from.includes(status));
}

export function keepsSlot(status: ConsultationStatus): boolean {
  return CONSULTATION_STATUSES[status].keepsSlot;
}
