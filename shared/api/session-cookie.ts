import { secondsInDay } from "date-fns/constants";
import { invalidKey } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { HttpEvent, HttpMiddleware } from "./http-types.ts";
import { kindOfSecretKey } from "./keys/secret-key.ts";

// The only place that knows of cookies. The browser sends this one with every request to the API, also with one that
// another page makes. A page of another origin can set no header of ours without a preflight, which no route allows.

const COOKIE = "intake_session";
const DESK_HEADER = "intake-desk";

/** The service itself judges when a session ends. */
const KEPT_SECONDS = LIMITS.keptSessionDays * secondsInDay;

const attributes = (baseUrl: string) => [
  "Path=/api",
  "HttpOnly",
  "SameSite=Strict",
  ...(baseUrl.startsWith("https:") ? ["Secure"] : []),
];

type NewCookie = { readonly secret: string; readonly isKept: boolean; readonly baseUrl: string };

/** Returns the `Set-Cookie` of a new session. Unless it is kept, it goes with the browser. */
export const sessionCookie = ({ secret, isKept, baseUrl }: NewCookie): string =>
  [`${COOKIE}=${secret}`, ...attributes(baseUrl), ...(isKept ? [`Max-Age=${KEPT_SECONDS}`] : [])].join("; ");

/** Returns the `Set-Cookie` that removes the cookie. */
export const removedCookie = (baseUrl: string): string =>
  [`${COOKIE}=`, ...attributes(baseUrl), "Max-Age=0"].join("; ");

/** Returns whether the header says that the request is from the desk. */
export const isFromDesk = ({ headers }: HttpEvent): boolean => headers[DESK_HEADER]?.trim() === "1";

/**
 * Returns the session in the cookie of a request from the desk: null for no cookie, undefined for one that is no
 * session. Two cookies of this name are none, since another host of the domain may have set one.
 */
export const sentSession = (event: HttpEvent): string | null | undefined => {
  if (!isFromDesk(event)) return null;
  const values = (event.cookies ?? []).flatMap((cookie) => {
    const [name, ...value] = cookie.split("=");
    return name?.trim() === COOKIE ? [value.join("=").trim()] : [];
  });
  const [secret] = values;
  if (secret === undefined) return null;
  return values.length === 1 && kindOfSecretKey(secret) === "session" ? secret : undefined;
};

/** Returns whether a request names a key, beside which the cookie does not count. */
export const namesKey = ({ headers, queryStringParameters }: HttpEvent): boolean =>
  headers.authorization !== undefined || queryStringParameters?.key !== undefined;

/**
 * Makes the cookie of a request from the desk its key. To sign in takes the token of a link instead; beside it, the
 * cookie only names the session that ends.
 */
export const readSessionCookie = ({ keyKind }: EndpointDefinition): HttpMiddleware => ({
  before: ({ event, context }) => {
    if (keyKind === "sign_in") context.formerSession = sentSession(event) ?? "";
    else if (!namesKey(event)) context.session = sessionKey(event);
  },
});

const sessionKey = (event: HttpEvent): string | undefined => {
  const session = sentSession(event);
  if (session === undefined) throw invalidKey();
  return session ?? undefined;
};
