import * as z from "zod/mini";
import { idField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { line } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields, withDefault } from "../schema/record-fields.ts";
import { instant, instantOrNull } from "../schema/time.ts";
import { calendarUrl } from "../schema/url.ts";

/** The address is a secret, which only the host of a calendar and its owner know: responses have its origin. */
const originOnly = (address: string) => {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}/…`;
};

const text = { stored: () => z.string(), initial: "" };
const count = { stored: () => z.number(), initial: 0 };

/** A feed: the address of a member's own calendar, which the service reads. A new field needs only its row. */
export const feedFields = recordFields({
  id: {
    ...idField(),
    ...(HAS_PROSE && { description: "Also the name of the calendar.", example: EXAMPLE_IDS.feed }),
  },
  url: {
    attribute: "url",
    ...asStored(() => z.string()),
    created: calendarUrl,
    show: originOnly,
    ...(HAS_PROSE && {
      description: "The secret address of the calendar. Responses show only its beginning.",
      example: "https://calendar.example.com/…",
    }),
  },
  name: {
    attribute: "name",
    ...asStored(() => z.string()),
    ...withDefault(() => line(LIMITS.nameCharacters), ""),
    ...(HAS_PROSE && { description: "A name for people.", example: "Court calendar" }),
  },
  last_fetched_at: {
    attribute: "lastFetchedAtMilliseconds",
    ...count,
    shown: () => z.nullable(instant()),
    show: instantOrNull,
    ...(HAS_PROSE && {
      description: "When the calendar was last read without an error; null before the first time.",
      example: null,
    }),
  },
  last_error: {
    attribute: "lastError",
    ...asStored(() => z.nullable(z.string())),
    initial: null,
    ...(HAS_PROSE && {
      description:
        "Why the calendar cannot be read; null while it can. The busy times of the last reading stay.",
      example: null,
    }),
  },
  intervals: {
    attribute: "intervals",
    ...asStored(() => z.int()),
    initial: 0,
    ...(HAS_PROSE && {
      description: "The number of busy times in the calendar when it was last read.",
      example: 0,
    }),
  },
  attorney: { attribute: "attorneyId", stored: () => z.string() },
  /** Counts the changes of this item. A reading writes nothing once another one has begun, or it has ended itself. */
  version: { attribute: "version", ...count, initial: 1 },
  /** Failures in a row. */
  failures: { attribute: "failures", ...count },
  /** True since the sweep took the feed for a reading that has not ended. */
  is_being_read: { attribute: "isBeingRead", stored: () => z.boolean(), initial: false },
  /** The time of the next reading. */
  due: { attribute: "dueAtMilliseconds", stored: () => z.number() },
  /** The validators of the last reading (RFC 9110 §8.8); empty when there are none. */
  etag: { attribute: "etag", ...text },
  last_modified: { attribute: "lastModified", ...text },
  /** The time at which all busy times were last written; 0 since a reading that has not ended. */
  read_at: { attribute: "readAtMilliseconds", ...count },
  /** A hash of everything besides the calendar that the reading depended on. */
  context: { attribute: "context", ...text },
  /** A hash of the meaning of the calendar. */
  meaning: { attribute: "meaning", ...text },
});
