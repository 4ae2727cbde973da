import * as z from "zod/mini";
import { dayText, listOf, text as multiline } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { daysInOrder, instant, instantInput } from "../schema/time.ts";
import { byForm, lazy } from "../schema/zod.ts";

const reason = () => z._default(multiline(LIMITS.reasonCharacters), "");

const daysOffInput = lazy(() =>
  settingsObject(
    { start_date: dayText(), end_date: dayText(), reason: reason() },
    { form: "an object with start_date and end_date, or with start_at and end_at, and optionally reason" },
  ).check(daysInOrder()),
);

const absent = () => z.optional(z.never("cannot be combined with start_at and end_at"));

const hoursOffInput = lazy(() =>
  settingsObject({
    start_at: instantInput(),
    end_at: instantInput(),
    reason: reason(),
    start_date: absent(),
    end_date: absent(),
  }).check(
    z.refine(({ start_at, end_at }) => start_at < end_at, {
      path: ["end_at"],
      error: "must be after start_at",
    }),
  ),
);

const hasInstant = (input: unknown) =>
  typeof input === "object" && input !== null && ("start_at" in input || "end_at" in input);

/** Whole days, or from one instant to another. */
const timeOffInput = lazy(() =>
  byForm(
    (input) => (hasInstant(input) ? hoursOffInput() : daysOffInput()),
    () => [daysOffInput(), hoursOffInput()],
  ),
);

/** An absence as the API shows it. */
export const timeOff = lazy(() =>
  z.union([
    z.object({ start_date: z.string(), end_date: z.string(), reason: z.string() }),
    z.object({ start_at: instant(), end_at: instant(), reason: z.string() }),
  ]),
);

export const storedTimeOff = lazy(() =>
  z.union([
    z.object({ startDate: z.string(), endDate: z.string(), reason: z.string() }),
    z.object({ startAt: z.string(), endAt: z.string(), reason: z.string() }),
  ]),
);

export type StoredTimeOff = Readonly<z.output<ReturnType<typeof storedTimeOff>>>;

export const timeOffResource = (entry: StoredTimeOff): z.output<ReturnType<typeof timeOff>> =>
  "startAt" in entry
    ? { start_at: entry.startAt, end_at: entry.endAt, reason: entry.reason }
    : { start_date: entry.startDate, end_date: entry.endDate, reason: entry.reason };

export const newTimeOff = (entry: z.output<ReturnType<typeof timeOffInput>>): StoredTimeOff =>
  "start_at" in entry
    ? { startAt: entry.start_at, endAt: entry.end_at, reason: entry.reason }
    : { startDate: entry.start_date, endDate: entry.end_date, reason: entry.reason };

export const timesOff = () => listOf(timeOffInput(), LIMITS.timeOff);
