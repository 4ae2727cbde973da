/** Epoch milliseconds, both included. */
export type Span = { readonly from: number; readonly to: number };

/**
 * A slot that was taken. The requests that took and released it lasted for a while. The slot was perhaps taken from the
 * beginning of the first to the end of the second, and certainly from the end of the first to the beginning of the
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

/** A request for a slot, and the service's answer. */
export type SlotRequest = {
  /** The lead that the firm's conflict gate judges, if any. */
  readonly leadId?: string | undefined;
  /** Null for any attorney of the pool. */
  readonly attorneyId: string | null;
  readonly start: number;
  /** Null for the type's duration. */
  readonly minutes: number | null;
  /** The slot that it got; null after a refusal. */
  readonly taken: { readonly attorneyId: string; readonly minutes: number } | null;
  readonly isHold: boolean;
  readonly ignoresRules: boolean;
  readonly ignoresBusy: boolean;
  /** True for a start that a list of free ones has (`accepted`) or lacks (`not offered`). */
  readonly isListed?: boolean;
  /** The ids of its own consultation and of the hold that it names, whose slots do not block it. */
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

export type DayWindow = { readonly start: string; readonly end: string };

export type OfficeHours = DayWindow & { readonly weekday: number };

export type DateHours = { readonly date: string; readonly windows: readonly DayWindow[] };

export type TimeOff =
  | { readonly start_date: string; readonly end_date: string }
  | { readonly start_at: string; readonly end_at: string };

export type AttorneySettings = {
  readonly office_hours: readonly OfficeHours[];
  readonly date_hours: readonly DateHours[];
  readonly time_off: readonly TimeOff[];
  readonly booking_rules: Rules;
};

type Interval = { readonly start: number; readonly end: number };

/** The part of a busy time that counts, and the whole time as it was pushed. */
export type BusyTime = Interval & { readonly whole: Interval };

/** The type of all bookings. */
export type TypeSettings = {
  readonly key: string;
  readonly name: string;
  readonly duration_min: number;
  readonly amount: null;
  readonly attorney_ids: readonly string[];
  /** Null for the firm's. */
  readonly reminders_min: readonly number[] | null;
};

export type FirmSettings = {
  readonly holidays: readonly TimeOff[];
  readonly booking_rules: Rules;
  readonly consultation_types: readonly [TypeSettings];
  readonly reminders_min: readonly number[];
};

/**
 * A consultation with one start, from the request that set it until the request that moved or ended it, if there was one.
 */
export type Appointment = {
  readonly id: string;
  readonly start: number;
  readonly set: Span;
  readonly ended: Span;
};

/** A reminder that subscribers receive. */
export type Reminder = {
  readonly id: string;
  readonly start: number;
  readonly minutes: number;
  readonly at: number;
};

/** A lead whose instants come. A worker changes it alone. */
export type LeadHistory = {
  readonly id: string;
  /** The next contacts that were set or cleared, in order. */
  readonly nextContacts: { readonly instant: string | null; readonly set: Span }[];
  /** The first booking, which ends the deadline. */
  answered: Span | null;
  /** Whether an instant may have passed silently. */
  wasHidden: boolean;
};

/** An event of an instant of a lead, with the time in which it was written. */
export type LeadEvent = {
  readonly id: string;
  readonly type: string;
  readonly instant: string;
  readonly during: Span;
};

/** The settings of a document over time, oldest first. Each was sent while the one before was in force. */
export type Timeline<Settings> = { readonly settings: Settings; readonly sent: Span }[];

/** Whether somebody has cleared a lead of conflicts over time, by its id; empty for a firm without a gate. */
export type Clearances = Map<string, Timeline<boolean>>;

export type Attorney = {
  readonly id: string;
  readonly timeZone: string;
  readonly timeline: Timeline<AttorneySettings>;
  /** The busy times of each calendar. */
  readonly calendars: readonly { readonly name: string; readonly timeline: Timeline<readonly BusyTime[]> }[];
};

export type History = {
  readonly attorneys: readonly Attorney[];
  readonly firm: Timeline<FirmSettings>;
  readonly clearances: Clearances;
  readonly slots: readonly TakenSlot[];
  readonly requests: readonly SlotRequest[];
  readonly appointments: readonly Appointment[];
  readonly reminders: readonly Reminder[];
  readonly leads: readonly LeadHistory[];
  readonly leadEvents: readonly LeadEvent[];
  /** The times of the sweeps. */
  readonly sweeps: readonly Span[];
};

/** Returns the settings that may have been in force at some moment of a span. */
export const settingsDuring = <Settings>(timeline: Timeline<Settings>, { from, to }: Span): Settings[] =>
  timeline
    .filter((entry, index) => entry.sent.from <= to && (timeline[index + 1]?.sent.to ?? to) >= from)
    .map(({ settings }) => settings);

export const lastOf = <Settings>(timeline: readonly { readonly settings: Settings }[]): Settings => {
  const last = timeline.at(-1);
  if (last === undefined) throw new Error("A timeline begins with the settings at first.");
  return last.settings;
};
