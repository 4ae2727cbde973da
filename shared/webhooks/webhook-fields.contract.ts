import * as z from "zod/mini";
import { headerFields } from "../api/header-fields.ts";
import { MASK, unmasked } from "../api/masked-secret.ts";
import { ALL_EVENTS, EVENT_TYPES } from "../events/event-types.contract.ts";
import { createdAtField, enabledField, idField, versionField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choices, text as multiline } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, recordFields, withDefault } from "../schema/record-fields.ts";
import { instant, instantOrNull } from "../schema/time.ts";
import { url } from "../schema/url.ts";

const text = asStored(() => z.string());

const SUBSCRIPTIONS = [ALL_EVENTS, ...EVENT_TYPES] as const;

const subscriptions = () => choices(SUBSCRIPTIONS, "must have at least one type, or *");

type Headers = Readonly<Record<string, string>>;

/** Returns a header by name, ignoring case. */
export const storedHeader = (headers: Headers, name: string): string | undefined =>
  Object.entries(headers).find(([stored]) => stored.toLowerCase() === name.toLowerCase())?.[1];

const unmaskedHeaders = (input: Headers, stored: Headers): Headers =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, unmasked(value, storedHeader(stored, name))]),
  );

const milliseconds = { stored: () => z.number(), initial: 0 };

/** A firm's endpoint, and the events that it subscribes to. A new field needs only its row. */
export const webhookFields = recordFields({
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.webhook }) },
  url: {
    attribute: "url",
    ...text,
    created: url,
    changed: url,
    ...(HAS_PROSE && {
      description: "The public address that receives the events, without a user name.",
      example: "https://hooks.example.com/intake",
    }),
  },
  events: {
    attribute: "events",
    ...asStored(() => z.array(z.enum(SUBSCRIPTIONS))),
    created: subscriptions,
    changed: subscriptions,
    ...(HAS_PROSE && {
      description: "The event types that the endpoint receives; `*` for all types, including future ones.",
      example: ["lead.created", "consultation.booked"],
    }),
  },
  description: {
    attribute: "description",
    ...text,
    ...withDefault(() => multiline(LIMITS.webhookDescriptionCharacters), ""),
    ...(HAS_PROSE && { description: "A note for people.", example: "CRM" }),
  },
  headers: {
    attribute: "headers",
    ...asStored(() => z.record(z.string(), z.string())),
    show: (headers: Headers) => Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])),
    ...withDefault(headerFields, {}),
    taken: unmaskedHeaders,
    ...(HAS_PROSE && {
      description:
        "Additional headers of each request. Headers that the service sets are not allowed. Responses mask the values.",
      example: { "X-Tenant": MASK },
    }),
  },
  enabled: {
    ...enabledField(),
    ...(HAS_PROSE && { description: "Whether events are sent to the endpoint." }),
  },
  disabled_reason: {
    attribute: "disabledReason",
    ...asStored(() => z.nullable(z.string())),
    initial: null,
    ...(HAS_PROSE && {
      description: "Why the service disabled the endpoint; null if it is enabled or the firm disabled it.",
      example: null,
    }),
  },
  failing_since: {
    attribute: "failingSinceMilliseconds",
    ...milliseconds,
    shown: () => z.nullable(instant()),
    show: instantOrNull,
    ...(HAS_PROSE && {
      description:
        "The time of the first failure since the last success, or at which Intake enabled the firm again after it; null while the endpoint works.",
      example: null,
    }),
  },
  previous_secret_expires_at: {
    shown: () => z.nullable(instant()),
    ...(HAS_PROSE && {
      description: "When the previous secret stops signing; null when there is none.",
      example: null,
    }),
  },
  created_at: createdAtField(),
  version: versionField(),
  warnings: {
    shown: () => z.optional(z.array(z.string())),
    ...(HAS_PROSE && {
      description:
        "Only in the response to a creation or a change, if there are any: possible mistakes in the request, such as a host that does not resolve.",
    }),
  },
  /** Failures in a row; enough of them open the circuit. */
  failure_count: { attribute: "failureCount", stored: () => z.number(), initial: 0 },
  /** The reason of the latest failure; null without one. */
  failure_reason: {
    attribute: "failureReason",
    stored: () => z._default(z.nullable(z.string()), null),
    initial: null,
  },
  /** While the circuit is open, the time at which a delivery may next try the endpoint. */
  retry_at: { attribute: "retryAtMilliseconds", ...milliseconds },
  /** The delivery that tries the endpoint while the others wait. */
  probe: { attribute: "probeEventId", stored: () => z.nullable(z.string()), initial: null },
  /** The time at which the circuit closed last; 0 for never. */
  circuit_closed_at: { attribute: "circuitClosedAtMilliseconds", ...milliseconds },
  /** The time of the sweep's check of deliveries that wait for the endpoint; 0 when none waits. */
  check_at: { attribute: "checkAtMilliseconds", ...milliseconds },
  secret: { attribute: "secret", stored: () => z.string() },
  /** The replaced secrets, newest first. Each also signs until 24 hours after its own replacement. */
  previous_secrets: {
    attribute: "previousSecrets",
    stored: () => z.array(z.object({ secret: z.string(), untilMilliseconds: z.number() })),
    initial: [],
  },
});
