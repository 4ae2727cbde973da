import { millisecondsInMinute } from "date-fns/constants";
import { CONSULTATION_STATUSES, type Consultation } from "../consultations/consultation.rules.ts";
import { isBookableLead } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { AppError } from "../schema/app-error.ts";
import type { Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { SelfService, selfServiceFields } from "../settings/self-service.contract.ts";
import { slotOf } from "../time/intervals.rules.ts";

/** @throws AppError `self_service_not_allowed` that names the rules, if there are any */
export const requireAllowed = (broken: readonly Violation[]): void => {
  if (broken.length > 0) throw notAllowed(broken);
};

const notAllowed = (broken: readonly Violation[]): AppError => {
  const sentences = broken.map(({ field, message }) => `${field} ${message}`);
  return new AppError(
    "self_service_not_allowed",
    `A client's link may not do this: ${sentences.join("; ")}.`,
    { details: broken },
  );
};

/**
 * Refuses whatever takes a slot while the firm is not ready to meet the client. The answer is the same for every reason: a
 * client learns nothing of the firm's checks for conflicts.
 * @throws AppError `self_service_not_allowed`
 */
export const requireReady = (lead: Lead, settings: FirmSettings): void =>
  requireAllowed(isBookableLead(lead, settings) ? [] : [NOT_READY]);

const NOT_READY: Violation = { field: "not_ready", message: "is true: please call the firm" };

/** The violation of a link whose attorneys have left. */
export const ATTORNEY_LEFT: Violation = { field: "attorney", message: "can no longer be booked" };

export const selfServiceViolations = ({ enabled }: Pick<SelfService, "enabled">): Violation[] =>
  enabled ? [] : [{ field: "self_service.enabled", message: "is false" }];

/** Returns the rules that a client's new start violates. Staff may use past starts: they enter past meetings. */
export const clientStartViolations = (startAt: string, nowMilliseconds: number): Violation[] =>
  Date.parse(startAt) < nowMilliseconds ? [{ field: "start_at", message: "must not be in the past" }] : [];

/**
 * Returns the refusal of a valid request as a client may see it: without the names of the attorney's calendars, and
 * without `attorney_id`, a field that no client sends.
 */
export const refusalForClient = (refusal: unknown): unknown => {
  if (!(refusal instanceof AppError)) return refusal;
  if (refusal.code === "conflict_not_cleared") return notAllowed([NOT_READY]);
  if (refusal.code === "invalid_request") return notAllowed([ATTORNEY_LEFT]);
  if (refusal.code !== "attorney_unavailable") return refusal;
  const { code, nextAvailable } = refusal;
  return new AppError(code, UNAVAILABLE, { ...(nextAvailable && { nextAvailable }) });
};

const UNAVAILABLE = "The attorney is not available at that time.";

/** The changes of a consultation that a client may make. */
export type ClientChange = "reschedule" | "cancel";

const NOTICES = {
  reschedule: ["rescheduleNoticeMinutes", "reschedule_notice_min"],
  cancel: ["cancelNoticeMinutes", "cancel_notice_min"],
} as const satisfies Record<ClientChange, readonly [keyof SelfService, keyof typeof selfServiceFields.rows]>;

type Changed = Pick<Consultation, "status" | "startAt" | "durationMinutes" | "clientMoves">;

/** Returns the last instant for a client's change; null when there is no limit. */
export const changeUntilMilliseconds = (
  change: ClientChange,
  settings: SelfService,
  { startAt }: Pick<Changed, "startAt">,
): number | null => {
  const minutes = settings[NOTICES[change][0]];
  return minutes === null ? null : Date.parse(startAt) - minutes * millisecondsInMinute;
};

export const movesLeft = (
  { maxReschedules }: SelfService,
  { clientMoves = 0 }: Pick<Changed, "clientMoves">,
): number | null => (maxReschedules === null ? null : Math.max(0, maxReschedules - clientMoves));

/** Returns the rules that a client's change violates. */
export const clientChangeViolations = (
  change: ClientChange,
  settings: SelfService,
  consultation: Changed,
  nowMilliseconds: number,
): Violation[] => {
  const until = changeUntilMilliseconds(change, settings, consultation);
  const isLate = until !== null && nowMilliseconds > until;
  const isOver =
    !CONSULTATION_STATUSES[consultation.status].isOpen || nowMilliseconds >= slotOf(consultation).end;
  const isMovedOut = change === "reschedule" && movesLeft(settings, consultation) === 0;
  const [setting, field] = NOTICES[change];
  return [
    ...selfServiceViolations(settings),
    ...(isOver ? [{ field: "consultation", message: "is over" }] : []),
    ...(isLate
      ? [
          {
            field: `self_service.${field}`,
            message: `requires at least ${settings[setting]} minutes from now to the start`,
          },
        ]
      : []),
    ...(isMovedOut
      ? [
          {
            field: "self_service.max_reschedules",
            message: `allows at most ${settings.maxReschedules} moves of a consultation`,
          },
        ]
      : []),
  ];
};
