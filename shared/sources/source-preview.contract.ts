import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { lead } from "../leads/lead.contract.ts";
import { uuid } from "../schema/fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { EVEN_IF_INVALID, lazy, oneRequired } from "../schema/zod.ts";
import { INBOUND_DELIVERY_OUTCOMES, violation } from "./inbound-delivery.contract.ts";
import { sourceFields } from "./source-fields.contract.ts";

const previewRequest = lazy(() => {
  const { mapping, json_fields, invalid_data, accept_when, test_when } = sourceFields.changed();
  return settingsObject(
    {
      /** The JSON that a sender would post. */
      payload: z.optional(z.unknown()),
      delivery_id: z.optional(uuid()),
      mapping,
      json_fields,
      invalid_data,
      accept_when,
      test_when,
    },
    { shown: sourceFields.shown },
  ).check(
    z.refine((body) => (body.payload === undefined) !== (body.delivery_id === undefined), {
      path: ["payload"],
      error: "is required without delivery_id, and cannot be combined with it",
      params: oneRequired(["payload", "delivery_id"]),
      ...EVEN_IF_INVALID,
    }),
  );
});

/** The result that a delivery would have. */
export const preview = lazy(() =>
  z.object({
    outcome: z.enum(INBOUND_DELIVERY_OUTCOMES),
    /** The lead from the delivery alone, without the fields of stored ones; null when it makes none. */
    lead: z.nullable(
      z.omit(lead(), { id: true, created_at: true, last_activity_at: true, merged_into: true }),
    ),
    violations: z.array(violation()),
    omitted: z.array(violation()),
    /** Paths in the payload that the mapping does not read. */
    unused_paths: z.array(z.string()),
  }),
);

export type PreviewResource = z.output<ReturnType<typeof preview>>;

export const previewInboundDeliveryEndpoint = defineEndpoint({
  name: "preview-inbound-delivery",
  method: "POST",
  path: "/api/sources/{id}/preview",
  summary: "Preview a delivery with the stored or another mapping; stores nothing",
  scope: "settings:read",
  tableActions: ["GetItem", "BatchGetItem"],
  body: previewRequest,
  response: { status: 200, schema: preview },
});

export const previewInboundDeliveryDescription: DescriptionOf<typeof previewInboundDeliveryEndpoint> = {
  lostAnswer: { way: "repeated" },
  body: {
    payload: { contact: { name: "Dana Doe", email: "dana@example.com" } },
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  prose: `
Shows what a delivery would become, and stores nothing. The response has the lead, or the reasons why there would be
none, and the paths that the mapping does not read. So you can test a mapping before a sender uses it.

Send the sender's JSON as \`payload\`, or the id of a stored delivery as \`delivery_id\`. A \`mapping\` or conditions in the
body are used instead of the stored ones. A delivery with a known external id is \`duplicate\` or \`updated\`; the response
shows nothing of the stored lead. An unknown \`delivery_id\` is 404.`,
};
