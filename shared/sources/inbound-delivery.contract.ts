import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { choice, filterBy, wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { noSettings, settingsObject } from "../schema/settings-object.ts";
import { instant, instantInput } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The reasons to reject a delivery. Any other failure is the service's, and the sender retries. */
export const REJECTION_CODES = [
  "invalid_request",
  "invalid_signature",
  "origin_not_allowed",
  "payload_too_large",
  "no_open_stage",
] as const;

export const INBOUND_DELIVERY_OUTCOMES = [
  "created",
  "updated",
  "duplicate",
  "ignored",
  "test",
  "rejected",
] as const;

/** The problem of a value; never the value itself. */
export const violation = () => z.object({ field: z.string(), message: z.string() });

/** A received inbound delivery, with its outcome. */
export const inboundDelivery = lazy(() =>
  z.object({
    /** UUIDv7; its time part is the instant of receipt. */
    id: z.uuid(),
    received_at: instant(),
    outcome: z.enum(INBOUND_DELIVERY_OUTCOMES),
    lead_id: z.nullable(z.uuid()),
    external_id: z.nullable(z.string()),
    error: z.nullable(
      z.object({
        code: z.enum(REJECTION_CODES),
        message: z.string(),
        details: z.nullable(z.array(violation())),
      }),
    ),
    /** Values that the lead did not get, or not whole, because they do not fit their fields or cannot be used. */
    omitted: z.array(violation()),
    /** The delivery that this one replays; null for one that the source sent. */
    replay_of: z.nullable(z.uuid()),
    /** The last replay of this delivery. A replay that is rejected replaces none that was not. */
    replayed_as: z.nullable(z.object({ id: z.uuid(), outcome: z.enum(INBOUND_DELIVERY_OUTCOMES) })),
    /** When the firm set it aside. */
    dismissed_at: z.nullable(instant()),
    /** The sender's headers, truncated; null for none. */
    content_type: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
    /** The header in the source's `signature` at that time. */
    signature: z.nullable(z.string()),
    /** The origin of the page, for a key in the address. */
    origin: z.nullable(z.string()),
    body: z.string(),
    /** `base64` unless the body is plain text. */
    body_encoding: z.enum(["utf8", "base64"]),
    /** The size of the received body. It exceeds `body` if only the beginning was stored. */
    body_bytes: z.int(),
  }),
);

export type InboundDeliveryResource = z.output<ReturnType<typeof inboundDelivery>>;

export const listInboundDeliveriesEndpoint = defineEndpoint({
  name: "list-inbound-deliveries",
  method: "GET",
  path: "/api/sources/{id}/deliveries",
  summary: "List a lead source's deliveries of the last 30 days with their outcomes, newest first",
  scope: "settings:read",
  tableActions: ["GetItem", "Query", "QueryIndex"],
  query: lazy(() => z.object({ ...pageQuery(), outcome: filterBy(INBOUND_DELIVERY_OUTCOMES) })),
  response: { status: 200, schema: lazy(() => page(inboundDelivery())) },
});

export const listInboundDeliveriesDescription: DescriptionOf<typeof listInboundDeliveriesEndpoint> = {
  prose: `
Lists the deliveries of a source in the last 30 days, newest first. Each has its body as it came, with \`body_secret\`
masked, and its outcome. \`outcome=rejected\` lists the deliveries that were rejected, and their \`error\` says why: only those
that were neither dismissed nor replayed with another outcome, and no replays. You can list \`ignored\` and \`test\` in the same way. The
bodies contain personal data.`,
};

const REPLAYABLE_OUTCOMES = ["rejected", "ignored"] as const;

const replayRequest = lazy(() =>
  settingsObject({
    since: instantInput(),
    until: z.optional(instantInput()),
    outcome: z._default(choice(REPLAYABLE_OUTCOMES), "rejected"),
    limit: z._default(wholeNumber(1, LIMITS.replayedDeliveries), LIMITS.replayedDeliveries),
    /** Blank or null for the first page, as in an address. */
    cursor: z.nullish(z.string()),
  }).check(
    z.refine(({ since, until = since }) => until >= since, {
      path: ["until"],
      error: "must not be before since",
    }),
  ),
);

/** A replayed delivery, and its outcome. */
const replayedDelivery = lazy(() =>
  z.object({
    delivery_id: z.uuid(),
    outcome: z.enum(INBOUND_DELIVERY_OUTCOMES),
    leadId: z.nullable(z.uuid()),
    /** Set when the service could not process it. The delivery keeps its state and outcome. */
    failed: z.boolean(),
  }),
);

export type ReplayedDelivery = z.output<ReturnType<typeof replayedDelivery>>;

export const replayInboundDeliveryEndpoint = defineEndpoint({
  name: "replay-inbound-delivery",
  method: "POST",
  path: "/api/sources/{id}/deliveries/{deliveryId}/replay",
  summary: "Process a delivery again with the current mapping; returns the outcome",
  scope: "settings:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
  body: noSettings,
  response: { status: 202, schema: inboundDelivery },
});

export const replayInboundDeliveryDescription: DescriptionOf<typeof replayInboundDeliveryEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {},
  prose: `
Processes a stored delivery again with the current mapping, fields and conditions, for example after you have corrected
the mapping. The response shows the replay, which is stored as a delivery of its own and names the first one as
\`replay_of\`; the first one then shows it as \`replayed_as\`. Its \`outcome\` says what became of it, so a second rejection is a 202 too.

Deduplication applies: a replay creates no second lead for an external id. Emits the events that the delivery would have
emitted. A delivery older than 30 days is 404.`,
};

export const dismissInboundDeliveryEndpoint = defineEndpoint({
  name: "dismiss-inbound-delivery",
  method: "POST",
  path: "/api/sources/{id}/deliveries/{deliveryId}/dismiss",
  summary: "Set a rejected delivery aside",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "UpdateItem"],
  body: noSettings,
  response: { status: 200, schema: inboundDelivery },
});

export const dismissInboundDeliveryDescription: DescriptionOf<typeof dismissInboundDeliveryEndpoint> = {
  lostAnswer: { way: "repeated" },
  body: {},
  prose: `
Sets a rejected delivery aside, such as spam. Neither \`outcome=rejected\` nor a replay of many has it any more. It can still be
replayed by itself, and is kept as long as the others. Repeated, the response is the same. A delivery with another outcome
is 422.`,
};

export const replayInboundDeliveriesEndpoint = defineEndpoint({
  name: "replay-inbound-deliveries",
  method: "POST",
  path: "/api/sources/{id}/replay",
  summary: "Replay up to 100 rejected or ignored deliveries since an instant, oldest first",
  scope: "settings:write",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex", "PutItem", "UpdateItem", "ConditionCheckItem"],
  query: lazy(() => z.object({ cursor: z.optional(z.string()) })),
  body: replayRequest,
  response: { status: 200, schema: lazy(() => page(replayedDelivery())) },
});

export const replayInboundDeliveriesDescription: DescriptionOf<typeof replayInboundDeliveriesEndpoint> = {
  lostAnswer: { way: "failed" },
  fields: { limit: "How many deliveries a call replays at most." },
  body: { since: "2026-11-01T00:00:00Z" },
  response: () => ({
    data: [{ delivery_id: "{delivery}", outcome: "created", leadId: "{lead}", failed: false }],
    next_cursor: null,
  }),
  prose: `
Replays a source's \`rejected\` deliveries in a period, or with \`outcome\` its \`ignored\` ones, oldest first, up to 100 a
call, or \`limit\`. Send the same body with \`cursor\` until \`next_cursor\` is null. Each delivery is replayed once.

Each replay works like a single one: it may create or update a lead and emit events, or be rejected again. If the
service itself cannot process a delivery, the delivery stays as it was, and its entry has \`failed\` true.`,
};
