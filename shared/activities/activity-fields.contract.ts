import * as z from "zod/mini";
import { createdAtField, idField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choice, textOrNull, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, erasableFields, laterText } from "../schema/record-fields.ts";
import { instant, instantInput } from "../schema/time.ts";

const KINDS = ["call", "text", "email", "meeting", "note"] as const;
const DIRECTIONS = ["in", "out"] as const;
const OUTCOMES = ["reached", "left_message", "no_answer", "wrong_number"] as const;

/** A choice that an activity may lack. */
const optionalChoice = <const Values extends readonly string[]>(values: Values) => ({
  ...asStored(() => z.nullable(z.enum(values))),
  created: () => z._default(z.nullable(choice(values)), null),
});

const idOrNull = { ...laterText, shown: () => z.nullable(z.uuid()) };
const givenId = () => z._default(z.nullable(uuid()), null);

/** An activity of a lead: what somebody of the firm did or noted. A new field needs only its row. */
export const activityFields = erasableFields({
  id: { ...idField(), isPersonal: false, ...(HAS_PROSE && { example: EXAMPLE_IDS.activity }) },
  lead_id: {
    attribute: "leadId",
    ...asStored(() => z.uuid()),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The lead of which it was recorded, which may be merged into another one by now.",
      example: EXAMPLE_IDS.lead,
    }),
  },
  kind: {
    attribute: "kind",
    ...asStored(() => z.enum(KINDS)),
    created: () => choice(KINDS),
    isPersonal: false,
    ...(HAS_PROSE && { description: "The kind of activity.", example: "call" }),
  },
  direction: {
    attribute: "direction",
    ...optionalChoice(DIRECTIONS),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "`in` from the person, `out` to the person. A call requires it; a note has none.",
      example: "out",
    }),
  },
  outcome: {
    attribute: "outcome",
    ...optionalChoice(OUTCOMES),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "What came of it. A call requires it; a note has none.",
      example: "reached",
    }),
  },
  at: {
    attribute: "at",
    stored: () => z.string(),
    shown: instant,
    created: () => z.optional(instantInput()),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "When it took place, by default now; not before the lead's `captured_at`.",
      example: "2026-11-02T15:04:00.000Z",
    }),
  },
  member_id: {
    attribute: "memberId",
    ...idOrNull,
    created: givenId,
    isPersonal: false,
    ...(HAS_PROSE && {
      description:
        "The member who did it; null when nobody is named. For a member who has signed in, that member.",
      example: EXAMPLE_IDS.attorney,
    }),
  },
  text: {
    attribute: "text",
    ...laterText,
    created: () => z._default(textOrNull(LIMITS.activityTextCharacters), null),
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "What was said or noted, in one or more lines; null when there is none.",
      example: "Asks for an appointment after five",
    }),
  },
  corrects: {
    attribute: "corrects",
    ...idOrNull,
    created: givenId,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The id of the activity of this lead in whose place it stands; null when there is none.",
      example: null,
    }),
  },
  corrected_by: {
    attribute: "correctedBy",
    ...idOrNull,
    isPersonal: false,
    ...(HAS_PROSE && {
      description:
        "The id of the activity that corrects this one, which then counts for nothing; null until then.",
      example: null,
    }),
  },
  created_at: { ...createdAtField(), isPersonal: false },
});
