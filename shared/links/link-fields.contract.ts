import * as z from "zod/mini";
import { createdAtField, idField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { nonBlankText, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";

/** An id that is absent in the item for null. */
const idOrNull = {
  stored: () => z._default(z.nullable(z.string()), null),
  shown: () => z.nullable(z.uuid()),
  created: () => z.optional(uuid()),
};

/** A link by which a client books a consultation of a type, or manages one. A new field needs only its row. */
export const linkFields = recordFields({
  /** Also the id of its key. */
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.link }) },
  /** The lead for whom it was made, which may have been merged into another one since. Responses name that one. */
  lead_id: {
    attribute: "leadId",
    stored: () => z.string(),
    shown: () => z.uuid(),
    ...(HAS_PROSE && { description: "The id of the lead.", example: EXAMPLE_IDS.lead }),
  },
  consultation_id: {
    attribute: "consultationId",
    ...idOrNull,
    ...(HAS_PROSE && {
      description: "The consultation that the link manages or has booked; null before the booking.",
      example: null,
    }),
  },
  type: {
    attribute: "type",
    ...asStored(() => z.nullable(z.string())),
    created: () => z.optional(nonBlankText(LIMITS.consultationTypeKeyCharacters)),
    ...(HAS_PROSE && {
      description:
        "The key of the consultation type that the link books; null for a link that manages a consultation.",
      example: "initial",
    }),
  },
  attorney_id: {
    attribute: "attorneyId",
    ...idOrNull,
    ...(HAS_PROSE && {
      description: "The attorney of the booking; null for any attorney in the type's pool.",
      example: null,
    }),
  },
  expires_at: {
    shown: instant,
    ...(HAS_PROSE && {
      description:
        "When the link stops working. With a consultation, that is 30 days after its current end; before the booking, it is the last time to book.",
      example: "2026-11-05T15:00:00.000Z",
    }),
  },
  created_at: createdAtField(),
  /** The time at which the table deletes it. Absent once it has a consultation, with which it ends. */
  expires_at_epoch_seconds: { attribute: "expiresAtEpochSeconds", stored: () => z.optional(z.number()) },
  /** The hash of its key. */
  sha256: { attribute: "sha256", stored: () => z.string() },
});
