import { AppError } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import type { EndpointDefinition, IfMatch } from "./endpoint-definition.ts";
import type { HttpEvent, HttpMiddleware } from "./http-types.ts";

/** Supported values of `Intake-Version`, oldest first. A new API key is pinned to the latest. */
const API_VERSIONS = ["2026-11-01"] as const;

export const LATEST_API_VERSION = "2026-11-01" satisfies (typeof API_VERSIONS)[number];

const requestedVersion = ({ headers }: HttpEvent) => headers["intake-version"]?.trim();

const isKnown = (version: string) => API_VERSIONS.some((known) => known === version);

/** Validates `Intake-Version`, with every kind of key. */
export const apiVersionViolations = (event: HttpEvent): Violation[] => {
  const version = requestedVersion(event);
  return version === undefined || isKnown(version)
    ? []
    : [{ field: "Intake-Version", message: `must be one of: ${API_VERSIONS.join(", ")}` }];
};

/** Selects the API version in `Intake-Version`. Without it, the key's own version applies. */
export const selectApiVersion = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const version = requestedVersion(event);
    if (version !== undefined && isKnown(version)) context.apiVersion = version;
  },
});

const TAGS = {
  version: { form: /^"(\d{1,15})"$/, message: 'must be a version in quotes, such as "3", or *' },
  etag: { form: /^"([\w-]{1,64})"$/, message: "must be an etag as it is shown, with its quotes, or *" },
} as const satisfies Record<IfMatch, { readonly form: RegExp; readonly message: string }>;

const TAG_CHARACTERS = 66;
const ANY = "*";

/** Returns the version in a tag, if any. */
const versionIn = (tag: string, of: IfMatch): string | undefined =>
  tag.length <= TAG_CHARACTERS ? TAGS[of].form.exec(tag)?.[1] : undefined;

/** Returns the versions in `If-Match`, one of which is required; null without the header and for `*`. */
export const expectedVersions = (
  { acceptsIfMatch: of }: EndpointDefinition,
  event: HttpEvent,
): readonly string[] | null => {
  const tags = of === undefined ? null : entityTags(event);
  return of === undefined || tags === null ? null : tags.map((tag) => versionIn(tag, of) ?? "");
};

/** Rejects anything but a list of quoted versions or `*`, which would otherwise become an unconditional write. */
const ifMatchViolations = (of: IfMatch, event: HttpEvent): Violation[] => {
  const tags = entityTags(event);
  if (tags === null || (tags.length > 0 && tags.every((tag) => versionIn(tag, of)))) return [];
  return [{ field: "If-Match", message: TAGS[of].message }];
};

/** Returns the tags in `If-Match`; null without the header and for `*`. */
const entityTags = ({ headers }: HttpEvent): string[] | null => {
  const header = headers["if-match"]?.trim();
  return header === undefined || header === ANY ? null : tagsIn(header);
};

/** Parses the list of RFC 9110 §13.1.1, without its empty elements (§5.6.1). */
const tagsIn = (header: string): string[] =>
  header
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** Returns the tags in `If-None-Match`, or `*`. They are compared weakly (RFC 9110 §13.1.2), so without `W/`. */
export const knownTags = ({ headers }: HttpEvent): string[] =>
  tagsIn(headers["if-none-match"] ?? "").map(withoutWeakness);

/** Returns whether a caller has an answer with this tag. */
export const isKnownTag = (etag: string, known: readonly string[]): boolean =>
  known.some((tag) => tag === ANY || tag === withoutWeakness(etag));

const withoutWeakness = (tag: string) => (tag.startsWith("W/") ? tag.slice(2) : tag);

/**
 * Requires one of the versions in `If-Match`; null allows any.
 * @throws AppError `version_conflict`
 */
export const requireVersion = (
  name: string,
  { version }: { readonly version: number | string },
  expected: readonly string[] | null,
): void => {
  if (expected === null || expected.includes(String(version))) return;
  throw new AppError("version_conflict", `The ${name} has changed since the version that If-Match names.`);
};

/** The endpoint's id, in every request to a webhook endpoint and in no other. Ingestion refuses such requests. */
export const WEBHOOK_ENDPOINT_HEADER = "intake-endpoint-id";

/** `true` in a request to a webhook endpoint whose event is only an example. */
export const TEST_HEADER = "intake-test";

/**
 * Returns the violation of a webhook of this service that would change something: the change would cause the next
 * webhook. Lambda does not end such a loop, because it goes through an address that anyone could have.
 * @param headers by names in lower case
 */
export const ownDeliveryViolations = (headers: Readonly<Record<string, string | undefined>>): Violation[] =>
  headers[WEBHOOK_ENDPOINT_HEADER] === undefined
    ? []
    : [
        {
          field: "Intake-Endpoint-Id",
          message: "belongs to a webhook of this service, whose change would cause the next webhook",
        },
      ];

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Returns the `Idempotency-Key`; null when it is absent or invalid. */
export const idempotencyKey = ({ headers }: HttpEvent): string | null => {
  const key = headers["idempotency-key"];
  return key && key.length <= LIMITS.idempotencyKeyCharacters && VISIBLE_ASCII.test(key) ? key : null;
};

const idempotencyKeyViolations = (event: HttpEvent): Violation[] => {
  if (event.headers["idempotency-key"] === undefined || idempotencyKey(event) !== null) return [];
  const message = `must be 1 to ${LIMITS.idempotencyKeyCharacters} visible ASCII characters`;
  return [{ field: "Idempotency-Key", message }];
};

/** Validates the headers together with body and query, once the record is known to exist. */
export const headerViolations = (
  { method, acceptsIdempotencyKey, acceptsIfMatch }: EndpointDefinition,
  event: HttpEvent,
) => [
  ...(method === "GET" ? [] : ownDeliveryViolations(event.headers)),
  ...apiVersionViolations(event),
  ...(acceptsIdempotencyKey ? idempotencyKeyViolations(event) : []),
  ...(acceptsIfMatch ? ifMatchViolations(acceptsIfMatch, event) : []),
];
