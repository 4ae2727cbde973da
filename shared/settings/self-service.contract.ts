import * as z from "zod/mini";
import { choice, wholeNumber } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, type RecordOf, recordFields, recordWithin } from "../schema/record-fields.ts";
import { lazy } from "../schema/zod.ts";

/** The languages of the page of clients' links. */
const LANGUAGES = ["en", "es", "de", "fr"] as const;

export const language = lazy(() => z.enum(LANGUAGES));

/** A limit and its greatest value; null means no limit. */
const limit = (maximum: number) => ({
  ...asStored(() => z.nullable(z.int())),
  changed: () => z.nullable(wholeNumber(0, maximum)),
  initial: null,
});

/** The permissions of clients with links. */
export const selfServiceFields = recordFields({
  enabled: {
    attribute: "enabled",
    ...asStored(() => z.boolean()),
    changed: () => z.boolean(),
    initial: false,
    ...(HAS_PROSE && { description: "Whether clients may book, move and cancel with links.", example: true }),
  },
  reschedule_notice_min: {
    attribute: "rescheduleNoticeMinutes",
    ...limit(LIMITS.noticeMinutes),
    ...(HAS_PROSE && {
      description:
        "The least number of minutes before the start at which clients may still move a consultation; null for no limit.",
      example: 1440,
    }),
  },
  cancel_notice_min: {
    attribute: "cancelNoticeMinutes",
    ...limit(LIMITS.noticeMinutes),
    ...(HAS_PROSE && {
      description:
        "The least number of minutes before the start at which clients may still cancel; null for no limit.",
      example: 1440,
    }),
  },
  max_reschedules: {
    attribute: "maxReschedules",
    ...limit(LIMITS.clientMoves),
    ...(HAS_PROSE && {
      description:
        "How often clients may move a consultation, with all its links together; null for no limit.",
      example: 2,
    }),
  },
  language: {
    attribute: "language",
    stored: () => z._default(z.nullable(language()), null),
    shown: () => z.nullable(language()),
    changed: () => z.nullable(choice(LANGUAGES)),
    initial: null,
    ...(HAS_PROSE && {
      description:
        "The language of the page of links. Null for the browser's language if the page has it, otherwise English.",
      example: null,
    }),
  },
});

export type SelfService = RecordOf<typeof selfServiceFields>;

/** The permissions of clients, as a field of a firm. */
export const selfService = recordWithin(selfServiceFields);
