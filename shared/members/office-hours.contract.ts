import * as z from "zod/mini";
import { dayText, listOf } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { decisive, lazy, wrongType } from "../schema/zod.ts";

const text = asStored(() => z.string());

const TIME = "([01]\\d|2[0-3]):[0-5]\\d";

const NOT_A_WEEKDAY = "must be 1 (Monday) to 7 (Sunday)";

const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;

const time = (pattern: string, error: string) => {
  const expression = new RegExp(`^${pattern}$`);
  return z.string().check(
    z.trim(),
    decisive((text) => text.length === "hh:mm".length && expression.test(text), {
      error,
      params: { pattern: expression.source },
    }),
  );
};

/** A part of a day, in times on the member's clock. */
const dayWindowRows = {
  start: {
    attribute: "start",
    ...text,
    created: () => time(TIME, 'must be a time such as "09:00", before "24:00"'),
    ...(HAS_PROSE && {
      description: "The local time at which the window starts, such as `09:00`.",
      example: "09:00",
    }),
  },
  end: {
    attribute: "end",
    ...text,
    created: () => time(`(${TIME}|24:00)`, 'must be a time such as "17:00", or "24:00"'),
    ...(HAS_PROSE && {
      description: "The local time at which the window ends, after `start`; `24:00` for the end of the day.",
      example: "17:00",
    }),
  },
} as const;

export const windowFields = recordFields({
  weekday: {
    attribute: "weekday",
    ...asStored(() => z.int()),
    created: () =>
      z.number(wrongType(NOT_A_WEEKDAY)).check(
        z.refine(isWeekday, {
          error: NOT_A_WEEKDAY,
          params: { type: "integer", minimum: 1, maximum: 7 },
        }),
      ),
    ...(HAS_PROSE && { description: "The day of the week, from 1 (Monday) to 7 (Sunday).", example: 1 }),
  },
  ...dayWindowRows,
});

const dayWindowFields = recordFields(dayWindowRows);

const startsBeforeEnd = () =>
  z.refine<{ readonly start: string; readonly end: string }>(({ start, end }) => start < end, {
    path: ["end"],
    error: "must be after start",
  });

export const windowInput = lazy(() => settingsObject(windowFields.created()).check(startsBeforeEnd()));

const dayWindowInput = lazy(() => settingsObject(dayWindowFields.created()).check(startsBeforeEnd()));

export const officeHours = () => listOf(windowInput(), LIMITS.officeHours);

/** The hours of one date, in place of the weekly ones. */
export const dateHoursFields = recordFields({
  date: {
    attribute: "date",
    ...text,
    created: dayText,
    ...(HAS_PROSE && { description: "The date, as `YYYY-MM-DD`.", example: "2026-12-24" }),
  },
  windows: {
    attribute: "windows",
    ...listOfRecords(dayWindowFields),
    created: () => listOf(dayWindowInput(), LIMITS.dateWindows),
    ...(HAS_PROSE && {
      description: "The windows of that date. They may touch but not overlap. An empty list closes the date.",
    }),
  },
});

export const dateHoursInput = lazy(() => settingsObject(dateHoursFields.created()));

export const dateHours = () => listOf(dateHoursInput(), LIMITS.dateHours);
