import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { anyRequired, EVEN_IF_INVALID, havingAny, lazy } from "../schema/zod.ts";
import { linkFields } from "./link-fields.contract.ts";

/** A link for a client as the firm sees it, without its address. */
export const link = linkFields.shown;

/** Includes the address, which only the response to its creation contains. */
const createdLink = lazy(() => z.extend(link(), { url: z.string() }));

const BOOKING_FIELDS = ["type", "attorney_id"] as const;

const newLink = lazy(() =>
  z
    .object({
      ...linkFields.created(),
      expires_in_hours: z.optional(wholeNumber(1, LIMITS.linkHoursMaximum)),
    })
    .check(
      z.refine((body) => body.consultation_id !== undefined || body.type !== undefined, {
        path: ["type"],
        error: "is required without consultation_id",
        params: {
          ...anyRequired(["consultation_id", "type"]),
          dependentSchemas: { consultation_id: { not: havingAny(BOOKING_FIELDS) } },
        },
        ...EVEN_IF_INVALID,
      }),
      ...BOOKING_FIELDS.map((field) =>
        z.refine<{ readonly [Name in typeof field | "consultation_id"]?: unknown }>(
          (body) => typeof body.consultation_id !== "string" || body[field] === undefined,
          {
            path: [field],
            error: "cannot be combined with consultation_id: that consultation has its own",
            ...EVEN_IF_INVALID,
          },
        ),
      ),
    ),
);

export const createLinkEndpoint = defineEndpoint({
  name: "create-link",
  method: "POST",
  path: "/api/leads/{id}/links",
  summary:
    "Create a link with which the client books or manages a consultation; its address is shown only once",
  scope: "consultations:write",
  tableActions: ["BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  body: newLink,
  errors: ["self_service_not_allowed"],
  response: { status: 201, schema: createdLink },
});

export const createLinkDescription: DescriptionOf<typeof createLinkEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { type: "initial" },
  response: ({ Link }) => ({
    ...Link,
    url: "https://intake.example.com/book#itl_9Kd3vXb7Lr2TzQdW5NfYmHs8JpGc4AuRtVwZx6BnMqCk0Dy1HaTe",
  }),
  prose: `
Creates a link with which the lead books a consultation of a \`type\` and manages it afterwards, without an account. With
\`consultation_id\`, the link manages a consultation that is already booked. \`attorney_id\` names the attorney of the
booking; without it, any attorney in the type's pool takes it.

Only this response shows \`url\`. Send it to the client now; the service sends nothing. The part after the \`#\` is a key,
\`itl_…\`, which browsers do not send to servers.

The link can book for \`expires_in_hours\`, by default one week, and books at most one consultation. Once it has a
consultation, \`expires_in_hours\` has no effect: the link works until 30 days after the end of the consultation, even if
the consultation moves.

The response is 422 \`self_service_not_allowed\` unless the firm has enabled \`self_service\`. It is 422 also for a lead
that was merged or erased, and for a consultation that is final or ended more than 30 days ago. Emits nothing.`,
};

export const listLinksEndpoint = defineEndpoint({
  name: "list-links",
  method: "GET",
  path: "/api/leads/{id}/links",
  summary: "List the links of a lead that have not expired, newest first",
  scope: "consultations:read",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(link())) },
});

export const listLinksDescription: DescriptionOf<typeof listLinksEndpoint> = {
  prose: `
Lists the links of a lead that have not expired, newest first, without their addresses. Links of leads that were merged
into it are listed too. A link that was created or revoked in the last second may still be missing or listed.`,
};

export const deleteLinkEndpoint = defineEndpoint({
  name: "delete-link",
  method: "DELETE",
  path: "/api/leads/{id}/links/{linkId}",
  summary: "Revoke a link; its consultation stays",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "DeleteItem"],
  keyActions: ["DeleteItem"],
  errors: ["lead_merged"],
  response: { status: 204 },
});

export const deleteLinkDescription: DescriptionOf<typeof deleteLinkEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  prose: `
Revokes a link. Within 10 seconds, whoever opens it gets 401 \`invalid_key\`. The consultation that it booked stays. An
unknown, expired or revoked link is 404 \`not_found\`.`,
};
