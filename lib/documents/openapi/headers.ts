import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import type { JsonSchema } from "./json-schema.ts";

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};

const textHeader = (name: string, description: string, required = false): Parameter => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
});

/** Headers of requests, and of outgoing webhooks. */
export const PARAMETERS = {
  "Intake-Version": {
    ...textHeader("Intake-Version", "The API version; without it, the one that the key is pinned to."),
    schema: { type: "string", format: "date", enum: [LATEST_API_VERSION] },
  },
  "Idempotency-Key": {
    ...textHeader("Idempotency-Key", "Visible ASCII. A repeat with the same key makes nothing twice."),
    schema: {
      type: "string",
      pattern: "^[\\x21-\\x7E]+$",
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyCharacters,
    },
    example: "website-form-4711",
  },
  "If-Match": {
    ...textHeader("If-Match", 'The version to change, in quotes: `"3"`; also a list of them, or `*`.'),
    schema: { type: "string", pattern: '^(\\*|"\\d{1,15}"( *, *"\\d{1,15}")*)$' },
    example: "*",
  },
  "webhook-id": textHeader("webhook-id", "The event's id: the same in every attempt.", true),
  "webhook-timestamp": textHeader("webhook-timestamp", "Seconds since 1970 when it was sent.", true),
  "webhook-signature": textHeader(
    "webhook-signature",
    "`v1,` and the signature as the Standard Webhooks specification says; several during a rotation.",
    true,
  ),
  "intake-endpoint-id": textHeader(
    "intake-endpoint-id",
    "The webhook endpoint's id. A request with this header never makes a lead.",
    true,
  ),
  "intake-test": {
    ...textHeader("intake-test", "Present when the event is only an example, which `sendTestEvent` sends."),
    schema: { type: "string", enum: ["true"] },
  },
  "intake-request-id": textHeader(
    "intake-request-id",
    "The `X-Request-Id` of the request that changed the record; without one when no request did, or it is not known.",
  ),
} satisfies Record<string, Parameter>;

const header = (description: string, type = "string") => ({ description, schema: { type } });

/** Headers of responses. */
export const HEADERS = {
  "X-Request-Id": header("Names the request in the service's log."),
  "Intake-Version": header("The API version of the response."),
  RateLimit: header(
    'What is left of the key\'s limit: `"requests";r=<left>;t=<seconds until the reset>`; an item `"firm"` more if the firm has a limit of its own. Absent when the request was refused before it was counted.',
  ),
  "RateLimit-Policy": header(
    'The key\'s limit: `"requests";q=<requests>;w=60`; an item `"firm"` more if the firm has a limit of its own.',
  ),
  "Retry-After": header("Seconds to wait.", "integer"),
  "Idempotent-Replayed": header(
    "`true` when an earlier request with the same Idempotency-Key, or by the same link, made the record.",
  ),
  "WWW-Authenticate": header("`Bearer`."),
  "Content-Disposition": header("`attachment`, with the name of the file."),
};
