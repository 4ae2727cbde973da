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
    ...textHeader(
      "Intake-Version",
      "The API version of the request. The default is the version that the key is pinned to.",
    ),
    schema: { type: "string", format: "date", enum: [LATEST_API_VERSION] },
  },
  "Idempotency-Key": {
    ...textHeader(
      "Idempotency-Key",
      "A text of visible ASCII characters. A repeat with the same key creates nothing a second time.",
    ),
    schema: {
      type: "string",
      pattern: "^[\\x21-\\x7E]+$",
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyCharacters,
    },
    example: "website-form-4711",
  },
  "If-Match": {
    ...textHeader(
      "If-Match",
      'The version that the change requires, in quotes: `"3"`. Also a list of versions, or `*` for any.',
    ),
    schema: { type: "string", pattern: '^(\\*|"\\d{1,15}"( *, *"\\d{1,15}")*)$' },
    example: "*",
  },
  "If-Match-Etag": {
    ...textHeader(
      "If-Match",
      "The `etag` that the change requires, with its quotes. Also a list of them, or `*` for any.",
    ),
    schema: { type: "string", pattern: '^(\\*|"[\\w-]{1,64}"( *, *"[\\w-]{1,64}")*)$' },
    example: "*",
  },
  "If-None-Match": {
    ...textHeader(
      "If-None-Match",
      "The `ETag` of the answer that the caller has. Also a list of them, or `*`.",
    ),
    example: 'W/"kF3zTn0xW1s7pQe9LrJd2hVbYc5mUa8oGi4tEXvBqZk"',
  },
  "webhook-id": textHeader("webhook-id", "The event's id: the same in every attempt.", true),
  "webhook-timestamp": textHeader(
    "webhook-timestamp",
    "When the request was sent, in seconds since 1970.",
    true,
  ),
  "webhook-signature": textHeader(
    "webhook-signature",
    "`v1,` and the signature, as in the Standard Webhooks specification. Several signatures during a rotation.",
    true,
  ),
  "intake-endpoint-id": textHeader(
    "intake-endpoint-id",
    "The webhook endpoint's id. A request with this header never creates a lead.",
    true,
  ),
  "intake-test": {
    ...textHeader("intake-test", "Present if the event is only a test, which `sendTestEvent` sends."),
    schema: { type: "string", enum: ["true"] },
  },
  "intake-request-id": textHeader(
    "intake-request-id",
    "The `X-Request-Id` of the request that changed the record. Absent if no request did, or if it is not known.",
  ),
} satisfies Record<string, Parameter>;

const header = (description: string, type = "string") => ({ description, schema: { type } });

/** Headers of responses. */
export const HEADERS = {
  "X-Request-Id": header("The id of the request in the service's log."),
  "Intake-Version": header("The API version of the response."),
  RateLimit: header(
    'The requests that are left of the key\'s limit: `"requests";r=<left>;t=<seconds until the reset>`. A second item, `"firm"`, if the firm has a limit across its keys. Absent if the request was refused before it was counted.',
  ),
  "RateLimit-Policy": header(
    'The key\'s limit: `"requests";q=<requests>;w=60`. A second item, `"firm"`, if the firm has a limit across its keys.',
  ),
  "Retry-After": header("Seconds to wait before the next request.", "integer"),
  "Idempotent-Replayed": header(
    "`true` if an earlier request with the same Idempotency-Key, or by the same link, created the record.",
  ),
  "WWW-Authenticate": header("`Bearer`."),
  ETag: header("The state of the answer, for `If-None-Match`."),
  "Content-Disposition": header("`attachment`, with the name of the file."),
};
