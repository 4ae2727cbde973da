type StatusTraits = { readonly keepsSlot: boolean };

/** Every status, and whether a consultation in it keeps its slot from being booked again. */
export const CONSULTATION_STATUSES = {
  scheduled: { keepsSlot: true },
  rescheduled: { keepsSlot: true },
  canceled: { keepsSlot: false },
  completed: { keepsSlot: true },
  "no-show": { keepsSlot: false },
} as const satisfies Record<string, StatusTraits>;

export type ConsultationStatus = keyof typeof CONSULTATION_STATUSES;

export type ConsultationMove = {
  readonly from: readonly ConsultationStatus[];
  readonly to: ConsultationStatus;
};

export const INITIAL_CONSULTATION_STATUS = "scheduled" satisfies ConsultationStatus;

/** The allowed moves; each is the condition and the outcome of one write. */
export const CONSULTATION_MOVES = {
  reschedule: { from: ["scheduled", "rescheduled"], to: "rescheduled" },
  cancel: { from: ["scheduled", "rescheduled"], to: "canceled" },
  complete: { from: ["scheduled", "rescheduled"], to: "completed" },
  "no-show": { from: ["scheduled", "rescheduled"], to: "no-show" },
} as const satisfies Record<string, ConsultationMove>;

export type ConsultationMoveName = keyof typeof CONSULTATION_MOVES;

const moves: readonly ConsultationMove[] = Object.values(CONSULTATION_MOVES);

/** A status is final when no move leads out of it. */
export function isFinal(status: ConsultationStatus): boolean {
  return !moves.some(({ from }) => from.includes(status));
}

export function keepsSlot(status: ConsultationStatus): boolean {
  return CONSULTATION_STATUSES[status].keepsSlot;
}
