import type { SelfServiceInput, SelfServiceResource } from "./self-service.contract.ts";

/** What clients may do by links; null is no limit. */
export type SelfService = {
  readonly enabled: boolean;
  /** Time from the request to the start of the consultation, at least. */
  readonly rescheduleNoticeMinutes: number | null;
  readonly cancelNoticeMinutes: number | null;
  /** How often clients may move one consultation, by whichever links. */
  readonly maxReschedules: number | null;
};

export const NO_SELF_SERVICE: SelfService = {
  enabled: false,
  rescheduleNoticeMinutes: null,
  cancelNoticeMinutes: null,
  maxReschedules: null,
};

const given = <Value>(value: Value | undefined, before: Value): Value =>
  value === undefined ? before : value;

/** The settings after a valid input, which leaves out those that stay. */
export const changedSelfService = (before: SelfService, input: SelfServiceInput): SelfService => ({
  enabled: given(input.enabled, before.enabled),
  rescheduleNoticeMinutes: given(input.reschedule_notice_min, before.rescheduleNoticeMinutes),
  cancelNoticeMinutes: given(input.cancel_notice_min, before.cancelNoticeMinutes),
  maxReschedules: given(input.max_reschedules, before.maxReschedules),
});

export const selfServiceResource = (settings: SelfService): SelfServiceResource => ({
  enabled: settings.enabled,
  reschedule_notice_min: settings.rescheduleNoticeMinutes,
  cancel_notice_min: settings.cancelNoticeMinutes,
  max_reschedules: settings.maxReschedules,
});
