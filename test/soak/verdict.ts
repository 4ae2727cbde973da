import type {
  Attorney,
  AttorneySettings,
  BusyTime,
  DayWindow,
  FirmSettings,
  Rules,
  Span,
  TakenSlot,
  TimeOff,
} from "./history.ts";

// An independent implementation of the contract's rules about slots, which shares no code with the product.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The longest time for which a hold keeps its slot after its expiry. */
export const CLOCK_SKEW = 1_000;
const HOLDS_MAXIMUM = 20;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns what a clock in the zone shows: date, weekday from 1 (Monday) and time. */
export const readClock = (timeZone: string, instant: number) => {
  const options = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  // The Swedish format is 2026-03-08 01:30.
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", options);
  clocks.set(timeZone, clock);
  const [date = "", time = ""] = clock.format(instant).split(" ");
  return { date, time, weekday: new Date(`${date}T12:00Z`).getUTCDay() || 7 };
};

/** Returns one instant of every clock minute that the slot touches. */
const minutesOf = ({ start, end }: Slot) => {
  const instants = [start];
  for (let at = Math.floor(start / MINUTE + 1) * MINUTE; at < end; at += MINUTE) instants.push(at);
  return instants;
};

export type Slot = { readonly start: number; readonly end: number };

type Hours = Pick<AttorneySettings, "office_hours" | "date_hours">;

/** Returns the windows of office hours that are open at an instant: those of its date, otherwise of its weekday. */
export const openWindows = (
  timeZone: string,
  { office_hours, date_hours }: Hours,
  instant: number,
): DayWindow[] => {
  const { date, weekday, time } = readClock(timeZone, instant);
  const ofDate = date_hours.find((each) => each.date === date)?.windows;
  const windows = ofDate ?? office_hours.filter((each) => each.weekday === weekday);
  return windows.filter(({ start, end }) => start <= time && time < end);
};

export const isAway = (timeZone: string, entries: readonly TimeOff[], slot: Slot) =>
  entries.some((entry) => {
    if ("start_at" in entry)
      return Date.parse(entry.start_at) < slot.end && slot.start < Date.parse(entry.end_at);
    return [slot.start, slot.end - 1].some((instant) => {
      const { date } = readClock(timeZone, instant);
      return entry.start_date <= date && date <= entry.end_date;
    });
  });

const inForce = (firm: Rules, own: Rules): Rules => ({
  min_notice_min: own.min_notice_min ?? firm.min_notice_min,
  max_advance_days: own.max_advance_days ?? firm.max_advance_days,
  buffer_min: own.buffer_min ?? firm.buffer_min,
  max_per_day: own.max_per_day ?? firm.max_per_day,
});

const NO_RULES: Rules = { min_notice_min: null, max_advance_days: null, buffer_min: null, max_per_day: null };

/** The attorney's other slots that were certainly taken, and those that were perhaps taken. */
type Others = { readonly certain: readonly OtherSlot[]; readonly possible: readonly OtherSlot[] };

type OtherSlot = Pick<TakenSlot, "start" | "end" | "isHold">;

export type Question = {
  readonly attorney: Pick<Attorney, "timeZone">;
  readonly settings: AttorneySettings;
  readonly firm: Pick<FirmSettings, "holidays" | "booking_rules">;
  readonly slot: Slot;
  readonly isHold: boolean;
  readonly ignoresRules: boolean;
  readonly ignoresBusy: boolean;
  /** The states of each calendar that may have been in force. */
  readonly calendars: readonly (readonly (readonly BusyTime[])[])[];
  /** The attorney's consultations, the moved one included: a busy time with the very times of one does not count. */
  readonly consultations: { readonly certain: readonly Slot[]; readonly possible: readonly Slot[] };
  readonly others: Others;
  /** The time in which the service may have read its clock. */
  readonly now: Span;
};

/** Returns the answers that the contract allows: more than one if the order of concurrent requests is not known. */
export const allowedOutcomes = (question: Question): string[] => {
  const { attorney, settings, firm, slot, ignoresRules } = question;
  const { timeZone } = attorney;
  if (!minutesOf(slot).every((instant) => openWindows(timeZone, settings, instant).length > 0))
    return ["outside_office_hours"];
  if (isAway(timeZone, [...settings.time_off, ...firm.holidays], slot)) return ["attorney_unavailable"];
  const rules = ignoresRules ? NO_RULES : inForce(firm.booking_rules, settings.booking_rules);
  return decide([
    ["busy_time", isBusy(question)],
    ["rules", isForbidden(question, rules)],
    ["slot_unavailable", isTaken(question, rules)],
    ["holds", hasTooManyHolds(question)],
  ]);
};

/** `certain` is true in every order of the concurrent requests, `possible` in at least one. */
export type Certainty = { readonly certain: boolean; readonly possible: boolean };

const decide = (checks: readonly (readonly [string, Certainty])[]): string[] => {
  const outcomes: string[] = [];
  for (const [outcome, { certain, possible }] of checks) {
    if (possible) outcomes.push(outcome);
    if (certain) return outcomes;
  }
  return [...outcomes, "accepted"];
};

const either = (one: Certainty, other: Certainty): Certainty => ({
  certain: one.certain || other.certain,
  possible: one.possible || other.possible,
});

const isBusy = ({ slot, ignoresBusy, calendars, consultations }: Question): Certainty => {
  if (ignoresBusy) return { certain: false, possible: false };
  const isNear = (one: number, other: number) => Math.abs(one - other) < MINUTE;
  const isSame = (one: Slot, other: Slot) => isNear(one.start, other.start) && isNear(one.end, other.end);
  const blocks = (times: readonly BusyTime[], echoed: readonly Slot[]) =>
    times.some(
      (time) =>
        time.start < slot.end && slot.start < time.end && !echoed.some((each) => isSame(each, time.whole)),
    );
  const each = calendars.map((states) => ({
    certain: states.length > 0 && states.every((times) => blocks(times, consultations.possible)),
    possible: states.some((times) => blocks(times, consultations.certain)),
  }));
  return each.reduce(either, { certain: false, possible: false });
};

const isForbidden = (question: Question, rules: Rules): Certainty =>
  either(isUntimely(question, rules), isDayFull(question, rules));

const isUntimely = ({ slot, now }: Question, { min_notice_min, max_advance_days }: Rules): Certainty => {
  const isForbiddenAt = (instant: number) =>
    (min_notice_min !== null && slot.start < instant + min_notice_min * MINUTE) ||
    (max_advance_days !== null && slot.start > instant + max_advance_days * DAY);
  const answers = [now.from, now.to].map(isForbiddenAt);
  return { certain: answers.every(Boolean), possible: answers.some(Boolean) };
};

const isDayFull = ({ attorney, slot, others }: Question, { max_per_day }: Rules): Certainty => {
  const { date } = readClock(attorney.timeZone, slot.start);
  const isNear = (other: Slot) => Math.abs(other.start - slot.start) < 2 * DAY;
  const isFull = (slots: readonly OtherSlot[]) =>
    max_per_day !== null &&
    slots.filter((other) => isNear(other) && readClock(attorney.timeZone, other.start).date === date)
      .length >= max_per_day;
  return { certain: isFull(others.certain), possible: isFull(others.possible) };
};

const isTaken = ({ slot, others }: Question, { buffer_min }: Rules): Certainty => {
  const buffer = (buffer_min ?? 0) * MINUTE;
  const isClose = (other: Slot) => other.start < slot.end + buffer && slot.start < other.end + buffer;
  return { certain: others.certain.some(isClose), possible: others.possible.some(isClose) };
};

export const hasTooManyHolds = ({ isHold, others }: Pick<Question, "isHold" | "others">): Certainty => {
  const isMaximum = (slots: readonly OtherSlot[]) =>
    isHold && slots.filter((other) => other.isHold).length >= HOLDS_MAXIMUM;
  return { certain: isMaximum(others.certain), possible: isMaximum(others.possible) };
};
