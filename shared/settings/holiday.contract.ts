import * as z from "zod/mini";
import { dayText, line } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { daysInOrder } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

const text = asStored(() => z.string());

/** First and last day, both inclusive, as `YYYY-MM-DD` in each attorney's own zone. */
export const holidayFields = recordFields({
  start_date: {
    attribute: "startDate",
    ...text,
    created: dayText,
    ...(HAS_PROSE && { description: "The first day, as `YYYY-MM-DD`.", example: "2026-12-25" }),
  },
  end_date: {
    attribute: "endDate",
    ...text,
    created: dayText,
    ...(HAS_PROSE && {
      description: "The last day, as `YYYY-MM-DD`, not before `start_date`.",
      example: "2026-12-26",
    }),
  },
  name: {
    attribute: "name",
    ...text,
    created: () => z._default(line(LIMITS.nameCharacters), ""),
    ...(HAS_PROSE && { description: "The name, for people.", example: "Firm retreat" }),
  },
});

export const holidayInput = lazy(() => settingsObject(holidayFields.created()).check(daysInOrder()));
