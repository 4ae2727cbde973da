import { describeInvocation } from "../../runtime/log.ts";
import { AppError, firmDisabled, invalidKey, keyDisabled } from "../../schema/app-error.ts";
import type { Table } from "../../table/table.ts";
import type { EndpointDefinition } from "../endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "../http-types.ts";
import { identityOf, type KeyRecord, keyStore, type StoredKey } from "./key-store.ts";
import { type Admission, rateLeases } from "./rate-leases.ts";
import { firmWindowStore } from "./rate-windows.ts";
import { requestSecret } from "./request-secret.ts";

/**
 * Checks the key, then its scope, then its rate limit and that of its firm, if any. A request with a key that this
 * instance knows continues meanwhile, as long as it only reads. Any other request waits.
 */
export const authenticate = (definition: EndpointDefinition, table: Table): HttpMiddleware => {
  const keys = rateLeases(keyStore(table));
  const firms = rateLeases(firmWindowStore(table));

  /**
   * Returns the limits of the key and, if the key allows the request, of the firm: a refused request uses nothing of
   * the firm's.
   */
  const limitsOf = async (
    ofKey: Admission<StoredKey>,
    isAllowed: boolean,
    nowMilliseconds: number,
  ): Promise<Limit[]> => {
    const { firmId, firmLimited } = ofKey.record;
    const limits = [{ of: "key", name: "requests", ...ofKey }];
    const ofFirm =
      firmLimited && isAllowed && ofKey.admitted ? await firms.admit(firmId, nowMilliseconds) : null;
    return ofFirm ? [...limits, { of: "firm", name: "firm", ...ofFirm }] : limits;
  };

  const confirm = async (
    { event, context }: Received,
    secret: string,
    nowMilliseconds: number,
  ): Promise<StoredKey> => {
    const admission = await keys.admit(secret, nowMilliseconds);
    if (admission === null) throw invalidKey();
    const { record: key } = admission;
    context.keyIdentity = identityOf(key);
    describeInvocation({ firmId: key.firmId, keyId: key.id });
    context.apiVersion ??= key.apiVersion;
    const refusal = refusalOf(key, definition, event);
    const limits = await limitsOf(admission, refusal === null, nowMilliseconds);
    context.responseHeaders = rateLimitHeaders(limits);
    if (refusal) throw refusal;
    requireAdmission(context.responseHeaders, limits);
    return key;
  };

  return {
    before: async ({ event, context }) => {
      const nowMilliseconds = Date.now();
      const secret = secretOf({ event, context }, definition);
      const known = keys.recall(secret, nowMilliseconds);
      const isEarly = known !== null && isAuthorized(known, definition, event);
      if (isEarly) context.keyIdentity = identityOf(known);
      context.confirmation = confirm({ event, context }, secret, nowMilliseconds);
      if (isEarly) context.confirmation.catch(() => {});
      else await context.confirmation;
    },

    /** Lets a refusal of the key replace any other error. */
    onError: async (request) => {
      await request.context.confirmation?.catch((refusal) => {
        request.error = refusal;
      });
    },
  };
};

const requireAdmission = (headers: Record<string, string>, limits: readonly Limit[]) => {
  const refusing = limits.find(({ admitted }) => !admitted);
  if (refusing === undefined) return;
  const { of, record, resetSeconds } = refusing;
  headers["retry-after"] = String(resetSeconds);
  throw new AppError(
    "rate_limited",
    `The ${of}'s ${record.requestsPerMinute} requests of this minute are used up. Wait as many seconds as Retry-After says.`,
  );
};

const secretOf = ({ event, context }: Received, definition: EndpointDefinition): string => {
  const secret = context.session ?? requestSecret(event, definition);
  if (secret === null) throw invalidKey();
  return secret;
};

type Received = { readonly event: HttpEvent; readonly context: HttpContext };

/** A limit that the request was counted against. `name` is its name in the headers. */
type Limit = Admission & { readonly of: string; readonly name: string };

/** Returns the reason why the key does not allow the request, whatever its limits; null when it does. */
const refusalOf = (key: KeyRecord, definition: EndpointDefinition, event: HttpEvent): AppError | null => {
  if (key.firmDisabled) return firmDisabled();
  if (!key.enabled) return keyDisabled(key.kind === "ingestion" ? "source" : "key");
  if (isAuthorized(key, definition, event)) return null;
  return new AppError("insufficient_scope", missingPermission(key, definition));
};

/** The only endpoints of a key's kind. */
const ONLY_FOR = {
  link: "The key of a client's link works only for /api/link.",
  calendar: "The key of a calendar link works only for GET /api/calendar.ics.",
  ingestion: "An ingestion key works only for POST /api/leads.",
  sign_in: "The token of a sign-in link works only for POST /api/session.",
};

/** The only kind of key that an endpoint takes. */
const ONLY_WITH = {
  link: "This route takes only the key of a client's link.",
  calendar: "This route takes only the key of a calendar link.",
  sign_in: "This route takes only the token of a sign-in link.",
};

const missingPermission = ({ kind }: KeyRecord, { scope, keyKind }: EndpointDefinition): string => {
  if (keyKind) return ONLY_WITH[keyKind];
  if (kind === "session") return `The member's access lacks the scope ${scope}.`;
  return kind === "api" ? `The key lacks the scope ${scope}.` : ONLY_FOR[kind];
};

const isAuthorized = (
  { kind, sourceId, memberId, scopes }: KeyRecord,
  { scope, acceptsIngestionKey, keyKind, isOpenToOwnSession }: EndpointDefinition,
  { pathParameters }: HttpEvent,
): boolean => {
  const hasScope = keyKind === undefined && (scope === null || scopes.includes(scope));
  const isOwn = isOpenToOwnSession === true && pathParameters?.id?.toLowerCase() === memberId;
  return {
    api: hasScope,
    session: hasScope || isOwn,
    ingestion: acceptsIngestionKey === true && sourceId !== undefined,
    link: keyKind === "link",
    calendar: keyKind === "calendar" && memberId !== undefined,
    sign_in: keyKind === "sign_in" && memberId !== undefined,
  }[kind];
};

/** Returns the headers of draft-ietf-httpapi-ratelimit-headers-10: an item for each limit. */
const rateLimitHeaders = (limits: readonly Limit[]): Record<string, string> => ({
  "ratelimit-policy": limits
    .map(({ name, record }) => `"${name}";q=${record.requestsPerMinute};w=60`)
    .join(", "),
  ratelimit: limits
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(", "),
});
