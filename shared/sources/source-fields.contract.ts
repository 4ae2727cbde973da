import * as z from "zod/mini";
import { MASK, unmasked } from "../api/masked-secret.ts";
import { createdAtField, enabledField, idField, nameField, versionField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choice, configuredKey, listOf, requestsPerMinute, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { path } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields, withDefault } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";
import { pageUrl } from "../schema/url.ts";
import { conditions, storedConditions } from "../settings/condition.contract.ts";
import {
  allowedOrigins,
  bodySecret,
  booking,
  mapping,
  signature,
  storedBodySecret,
  storedBooking,
  storedMapping,
  storedSignature,
} from "./source-settings.contract.ts";

/** The treatment of a delivery with a value that does not fit: rejects it, or omits the value, or cuts a name. */
const INVALID_DATA = ["reject", "omit"] as const;

/** The response to a rejected delivery: its error, or 202 for senders that give up after one error. */
const REJECTED_ANSWERS = ["error", "accepted"] as const;

const texts = asStored(() => z.array(z.string()));

const conditionList = { ...asStored(storedConditions), ...withDefault(conditions, []) };

const page = {
  ...asStored(() => z.nullable(z.string())),
  ...withDefault(() => z.nullable(pageUrl()), null),
};

type Signature = z.output<ReturnType<typeof storedSignature>>;
type BodySecret = z.output<ReturnType<typeof storedBodySecret>>;

/** An origin of leads: a form, an advertisement, another service. A new field needs only its row. */
export const sourceFields = recordFields({
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.source }) },
  /** The `source` of its leads. */
  key: {
    attribute: "key",
    ...asStored(() => z.string()),
    created: () => configuredKey(LIMITS.sourceCharacters),
    ...(HAS_PROSE && { description: "A key that the firm chooses; never changes.", example: "intake-form" }),
  },
  name: { ...nameField(), ...(HAS_PROSE && { example: "Intake form" }) },
  json_fields: {
    attribute: "jsonFields",
    ...texts,
    ...withDefault(() => listOf(path(), LIMITS.jsonFields), []),
    ...(HAS_PROSE && {
      description: "Paths of texts that contain JSON, which is parsed before the mapping reads it.",
      example: [],
    }),
  },
  /** Only entries that differ from the defaults. The document's texts describe it, since they know its targets. */
  mapping: {
    attribute: "mapping",
    ...asStored(storedMapping),
    ...withDefault(mapping, {}),
    ...(HAS_PROSE && { example: { full_name: "contact.name", email: "contact.email" } }),
  },
  invalid_data: {
    attribute: "invalidData",
    ...asStored(() => z.enum(INVALID_DATA)),
    ...withDefault(() => choice(INVALID_DATA), "reject"),
    ...(HAS_PROSE && {
      description:
        "What happens to a delivery that sends a value of `data` that does not fit its field, or a name that is too long: `reject` rejects the delivery, `omit` omits the value or cuts the name. Constants and fallbacks of the mapping that no longer fit are always omitted, and so is an email or phone that cannot be used while the other one remains.",
      example: "reject",
    }),
  },
  /** Other deliveries are stored without a lead. */
  accept_when: {
    attribute: "acceptWhen",
    ...conditionList,
    ...(HAS_PROSE && {
      description:
        "Conditions for a delivery to become a lead. If one does not hold, the delivery is `ignored`.",
      example: [{ path: "website", present: false }],
    }),
  },
  /** Without conditions, there are no tests. */
  test_when: {
    attribute: "testWhen",
    ...conditionList,
    ...(HAS_PROSE && {
      description:
        "Conditions for a delivery to be a test. If all hold, the delivery becomes no lead. Without conditions, no delivery is a test.",
      example: [],
    }),
  },
  signature: {
    attribute: "signature",
    ...asStored(() => z.nullable(storedSignature())),
    ...withDefault(() => z.nullable(signature()), null),
    taken: (input: Signature | null, stored: Signature | null) =>
      input && { ...input, secret: unmasked(input.secret, stored?.secret) },
    show: (stored: Signature | null) => stored && { ...stored, secret: MASK },
    ...(HAS_PROSE && {
      description: "How the sender signs its deliveries; null if no signature is required.",
      example: null,
    }),
  },
  body_secret: {
    attribute: "bodySecret",
    ...asStored(() => z.nullable(storedBodySecret())),
    ...withDefault(() => z.nullable(bodySecret()), null),
    taken: (input: BodySecret | null, stored: BodySecret | null) =>
      input && { ...input, value: unmasked(input.value, stored?.value) },
    show: (stored: BodySecret | null) => stored && { ...stored, value: MASK },
    ...(HAS_PROSE && {
      description: "A secret that the sender includes in its posts; null if none is required.",
      example: null,
    }),
  },
  allowed_origins: {
    attribute: "allowedOrigins",
    ...texts,
    ...withDefault(allowedOrigins, []),
    ...(HAS_PROSE && {
      description:
        "The origins of pages with forms that may post with the key in the address. Empty for any origin.",
      example: ["https://www.example.com"],
    }),
  },
  redirect_url: {
    attribute: "redirectUrl",
    ...page,
    ...(HAS_PROSE && {
      description: "The page to which a browser is redirected after its form was accepted; null for none.",
      example: "https://www.example.com/thanks",
    }),
  },
  error_redirect_url: {
    attribute: "errorRedirectUrl",
    ...page,
    ...(HAS_PROSE && {
      description:
        "The page to which a browser is redirected after its form was rejected, with `delivery_id` and `reason` as query parameters; null for none.",
      example: null,
    }),
  },
  booking: {
    attribute: "booking",
    ...asStored(() => z.nullable(storedBooking())),
    ...withDefault(() => z.nullable(booking()), null),
    ...(HAS_PROSE && {
      description:
        "With the key of a consultation type as `type`, each lead that a delivery creates gets a link to book a consultation of that type; null for none.",
      example: null,
    }),
  },
  rejected_answer: {
    attribute: "rejectedAnswer",
    ...asStored(() => z.enum(REJECTED_ANSWERS)),
    ...withDefault(() => choice(REJECTED_ANSWERS), "error"),
    ...(HAS_PROSE && {
      description: "The response to a rejected delivery: `error` for its error, `accepted` for 202.",
      example: "error",
    }),
  },
  default_assignee_id: {
    attribute: "defaultAssigneeId",
    ...asStored(() => z.nullable(z.uuid())),
    ...withDefault(() => z.nullable(uuid()), null),
    ...(HAS_PROSE && {
      description:
        "The member to whom new leads of the source are assigned while the member is active; null for nobody.",
      example: null,
    }),
  },
  enabled: { ...enabledField(), ...(HAS_PROSE && { description: "Whether the source's keys work." }) },
  requests_per_minute: {
    attribute: "requestsPerMinute",
    // Null as long as the firm sets none: `requestsPerMinuteOf`.
    stored: () => z.nullable(z.int()),
    shown: () => z.int(),
    created: () => z.optional(requestsPerMinute()),
    changed: requestsPerMinute,
    initial: null,
    ...(HAS_PROSE && {
      description:
        "The rate limit of each key, in requests a minute. As long as none is set: 60 for a source with `allowed_origins`, whose key anyone can read in a page, and 1,200 for any other.",
      example: 60,
    }),
  },
  last_four: {
    shown: () => z.string(),
    ...(HAS_PROSE && { description: "The last four characters of the key.", example: "Q7xK" }),
  },
  previous_key_expires_at: {
    shown: () => z.nullable(instant()),
    ...(HAS_PROSE && {
      description: "When the previous key stops working; null when there is none.",
      example: null,
    }),
  },
  created_at: createdAtField(),
  version: versionField(),
  /** The keys that authenticate deliveries, newest first, at most `KEYS_MAXIMUM`. A rotated one expires. */
  keys: {
    attribute: "keys",
    stored: () =>
      z.array(
        z.object({
          sha256: z.string(),
          lastFour: z.string(),
          expiresAtEpochSeconds: z.nullable(z.number()),
        }),
      ),
  },
});
