/** Epoch milliseconds, both included. */
export type Span = { readonly from: number; readonly to: number };

/**
 * A slot that was taken. The requests that took and released it were under way for a while: it was perhaps taken from
 * the beginning of the first to the end of the second, and certainly from the end of the first to the beginning of the
 * second.
 */
export type TakenSlot = {
  readonly id: string;
  readonly attorneyId: string;
  readonly start: number;
  readonly end: number;
  readonly isHold: boolean;
  readonly perhaps: Span;
  readonly certainly: Span;
};

/** A request for a slot, and what the service said. */
export type SlotRequest = {
  /** The attorney whose slot it is, or all who were asked in vain. */
  readonly attorneyIds: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly isHold: boolean;
  readonly ignoresRules: boolean;
  /** Its own consultation and the hold that it names: their slots do not block it. */
  readonly ownIds: readonly string[];
  readonly during: Span;
  readonly outcome: string;
};

export type Rules = {
  readonly min_notice_min: number | null;
  readonly max_advance_days: number | null;
  readonly buffer_min: number | null;
  readonly max_per_day: number | null;
};

export type OfficeHours = { readonly weekday: number; readonly start: string; readonly end: string };

export type TimeOff =
  | { readonly start_date: string; readonly end_date: string }
  | { readonly start_at: string; readonly end_at: string };

export type AttorneySettings = {
  readonly office_hours: readonly OfficeHours[];
  readonly time_off: readonly TimeOff[];
  readonly booking_rules: Rules;
};

export type FirmSettings = { readonly holidays: readonly TimeOff[]; readonly booking_rules: Rules };

/** The settings of a document over time, oldest first; each was sent while the one before was in force. */
export type Timeline<Settings> = { readonly settings: Settings; readonly sent: Span }[];

export type Attorney = {
  readonly id: string;
  readonly timeZone: string;
  readonly timeline: Timeline<AttorneySettings>;
};

export type History = {
  readonly attorneys: readonly Attorney[];
  readonly firm: Timeline<FirmSettings>;
  readonly slots: readonly TakenSlot[];
  readonly requests: readonly SlotRequest[];
};

/** The settings that may have been in force at some moment of a span. */
export const settingsDuring = <Settings>(timeline: Timeline<Settings>, { from, to }: Span): Settings[] =>
  timeline
    .filter((entry, index) => entry.sent.from <= to && (timeline[index + 1]?.sent.to ?? to) >= from)
    .map(({ settings }) => settings);
