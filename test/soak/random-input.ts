import { randomNumbers } from "../support/random-numbers.ts";
import type {
  AttorneySettings,
  DateHours,
  DayWindow,
  FirmSettings,
  OfficeHours,
  Rules,
  TimeOff,
  TypeSettings,
} from "./history.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = 12;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

/**
 * Returns random slots from yesterday on, and random settings that affect them. The type's pool is all or some of these
 * attorneys.
 */
export const newRandomInput = (seed: number, now: number, attorneyIds: readonly string[]) => {
  const random = randomNumbers(seed);
  const firstDay = Math.floor(now / DAY) * DAY - DAY;
  const below = (count: number) => Math.floor(random() * count);
  const chance = (probability: number) => random() < probability;
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[below(values.length)];
  /** Rules of the firm and of the attorney add up: with more of them, most slots would be refused by rules. */
  const orNull = (value: number) => (chance(0.7) ? null : value);
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

  const slot = () => {
    const start = firstDay + below(DAYS * 96) * 15 * MINUTE + (pick([0, 0, 1, -1]) ?? 0);
    return {
      start_at: new Date(start).toISOString(),
      duration_min: pick([5, 15, 30, 30, 60, 60, 90, 180, chance(0.2) ? 1440 : 20]) ?? 5,
    };
  };

  const rules = (): Rules => ({
    min_notice_min: orNull(below(2 * 1440)),
    max_advance_days: orNull(5 + below(DAYS)),
    buffer_min: orNull(below(4) * 15),
    max_per_day: orNull(3 + below(20)),
  });

  const daysOff = () => {
    const date = firstDay + below(DAYS) * DAY;
    return { start_date: dateOf(date), end_date: dateOf(date + below(2) * DAY) };
  };

  const timeOff = (): TimeOff => {
    if (chance(0.3)) return daysOff();
    const start = firstDay + below(DAYS * 96) * 15 * MINUTE;
    const end = start + (1 + below(20)) * 30 * MINUTE;
    return { start_at: new Date(start).toISOString(), end_at: new Date(end).toISOString() };
  };

  const windowsOfDay = (): DayWindow[] => {
    if (chance(0.7)) return [{ start: "00:00", end: "24:00" }];
    return chance(0.8)
      ? [
          { start: "08:30", end: "18:00" },
          { start: "19:00", end: "24:00" },
        ]
      : [];
  };

  const hoursOf = (weekday: number): OfficeHours[] =>
    windowsOfDay().map((window) => ({ weekday, ...window }));

  /** Returns hours of dates from the day after tomorrow on, which is past in no zone. */
  const dateHours = (): DateHours[] =>
    Array.from({ length: DAYS }, (_, day) => dateOf(firstDay + (day + 3) * DAY))
      .filter(() => chance(0.2))
      .map((date) => ({ date, windows: windowsOfDay() }));

  const list = <Value>(maximum: number, create: () => Value) =>
    Array.from({ length: below(maximum + 1) }, create);

  const reminders = () => [...new Set(list(5, () => 5 + below(DAYS * 1_440)))];

  const type = (before: TypeSettings): TypeSettings => ({
    ...before,
    duration_min: pick([5, 30, 60]) ?? 30,
    attorney_ids: pick([attorneyIds, attorneyIds, attorneyIds.slice(0, 1), attorneyIds.slice(1)]) ?? [],
    reminders_min: chance(0.5) ? null : reminders(),
  });

  /** Returns a window from today on (UTC), and times in it or over its borders. */
  const pushed = () => {
    const from = firstDay + DAY + below((DAYS - 4) * 96) * 15 * MINUTE;
    const to = from + (1 + below(3 * 96)) * 15 * MINUTE;
    const times = list(4, () => {
      const start = from - 60 * MINUTE + below((to - from) / MINUTE + 60) * MINUTE;
      return { start, end: start + (pick([5, 15, 60, 120, chance(0.2) ? 1_500 : 30]) ?? 5) * MINUTE };
    });
    return { from, to, times };
  };

  return {
    chance,
    pick,
    slot,
    pushed,
    /** Returns six hours from tomorrow on (UTC), whose starts no clock makes past. */
    listedRange: () => {
      const from = firstDay + 2 * DAY + below((DAYS - 2) * 4) * 360 * MINUTE;
      return { from, to: from + 360 * MINUTE };
    },
    /**
     * Returns a short slot. One of these reminders is due within half a minute, or was due just before: soon enough for
     * a fast machine, where the last sweep follows soon, and late enough for a slow one, where the request takes long.
     */
    remindedSlot: (minutes: readonly number[]) => ({
      start_at: new Date(
        Date.now() + (pick(minutes) ?? 5) * MINUTE + below(pick([35_000, 10_000]) ?? 0) - 5_000,
      ).toISOString(),
      duration_min: 5,
    }),
    holdSeconds: () => 30 + below(30),
    /** Returns the seconds until an instant of a lead. */
    seconds: () => 1 + below(8),
    attorneyChange: (): Partial<AttorneySettings> =>
      pick([
        { office_hours: WEEK.flatMap(hoursOf) },
        { date_hours: dateHours() },
        { time_off: list(3, timeOff) },
        { booking_rules: rules() },
      ]) ?? {},
    firmChange: (): Partial<FirmSettings> =>
      pick([{ booking_rules: rules() }, { holidays: list(1, daysOff) }]) ?? {},
    reminderChange: ({ consultation_types: [before] }: FirmSettings): Partial<FirmSettings> =>
      chance(0.5) ? { reminders_min: reminders() } : { consultation_types: [type(before)] },
  };
};

export type RandomInput = ReturnType<typeof newRandomInput>;
