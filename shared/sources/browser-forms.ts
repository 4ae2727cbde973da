import { isOptions } from "../api/endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "../api/http-types.ts";
import { NO_CONTACT } from "../schema/contact-text.ts";
import { isForm, parseMediaType } from "../schema/media-type.ts";
import { truncate } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { pageOrigin } from "./inbound-delivery.rules.ts";
import { TEXT_TARGETS } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";
import { cachedSourceRecord } from "./source.store.ts";

/**
 * Lets forms on the firm's pages post to a lead source, also when the request fails. Adds CORS headers (Fetch Standard,
 * "HTTP extensions") for an origin that the source allows, answers OPTIONS, and redirects a browser that posts a form
 * itself. A failure redirects to the page of failure with the stored delivery, if any, and a reason to show. OPTIONS is
 * never an error: for a browser, a response without these headers is a refusal, as when the key may not post now.
 */
export const browserForms = (table: Table, { allow }: { allow: readonly string[] }): HttpMiddleware => {
  const complete: HttpMiddleware["after"] = async (request) => {
    const isRefused = Boolean(request.error);
    if (isOptions(request.event)) {
      request.response = { statusCode: 204, headers: { allow: allow.join(", ") } };
      if (isRefused) return;
    }
    const source = await callingSource(table, request);
    if (request.response && source) request.response = responseForPage(request.response, request, source);
  };
  return { after: complete, onError: complete };
};

type Request = { readonly event: HttpEvent; readonly context: HttpContext };

/** Reads the source that a page posts to, mostly from the cache. The response is correct even without it. */
const callingSource = async (
  table: Table,
  { event, context: { keyIdentity } }: Request,
): Promise<Source | null> => {
  if (keyIdentity?.actor.type !== "source" || !isFromPage(event)) return null;
  return readRecord(table, cachedSourceRecord(keyIdentity.firmId, keyIdentity.actor.id)).catch(() => null);
};

/** The time for which browsers may cache a preflight's response. */
const PREFLIGHT_SECONDS = 600;

type PageRequest = {
  readonly event: Pick<HttpEvent, "headers" | "requestContext">;
  readonly context: Pick<HttpContext, "rejectedDelivery" | "bookingUrl">;
};

type Pages = Pick<Source, "allowedOrigins" | "redirectUrl" | "errorRedirectUrl">;

/** Adds the headers by which a page may read the response, or redirects a browser that posts a form itself. */
export const responseForPage = (
  response: HttpResult,
  { event, context }: PageRequest,
  source: Pages,
): HttpResult => {
  const headers = { ...response.headers, ...corsHeaders(event, source) };
  const location = isFormPost(event) ? redirectUrl(response, context, source) : null;
  return location === null
    ? { ...response, headers }
    : { statusCode: 303, headers: { ...headers, location } };
};

/** Returns whether a browser posts a form itself, without a script: it expects a page. */
const isFormPost = ({ headers, requestContext }: PageRequest["event"]) =>
  requestContext.http.method === "POST" &&
  (headers.accept ?? "").toLowerCase().includes("text/html") &&
  isForm(parseMediaType(headers["content-type"]));

const isFromPage = (event: PageRequest["event"]) => pageOrigin(event.headers) !== null || isFormPost(event);

const redirectUrl = (
  { statusCode = 500 }: HttpResult,
  { rejectedDelivery, bookingUrl }: PageRequest["context"],
  { redirectUrl, errorRedirectUrl }: Pages,
): string | null => {
  if (statusCode === 200 || statusCode === 201) return bookingUrl ?? redirectUrl;
  if (errorRedirectUrl === null) return null;
  const url = new URL(errorRedirectUrl);
  // The firm's address may have one of its own.
  url.searchParams.delete("delivery_id");
  if (rejectedDelivery) url.searchParams.set("delivery_id", rejectedDelivery.id);
  url.searchParams.set("reason", reasonForVisitor(statusCode, rejectedDelivery));
  return url.href;
};

const REASON_CHARACTERS = 300;

/** Returns the reason for a page of failure: the fields to correct, if a visitor can correct them. */
const reasonForVisitor = (statusCode: number, rejected: HttpContext["rejectedDelivery"]): string => {
  if (statusCode === 429 || statusCode >= 500) return "Please try again in a minute.";
  if (rejected?.code === "payload_too_large") return "The form is too large.";
  const fields = rejected?.fields ?? [];
  return fields.length === 0
    ? "The form could not be accepted."
    : truncate(`Please check: ${fields.join(", ")}`, REASON_CHARACTERS);
};

/** Names the fields with a visitor's mistakes: a field of the firm by its label, any other by its name in words. */
export const namesForVisitor = (
  violations: readonly Violation[],
  leadFields: readonly CustomField[],
): string[] => {
  const labels = new Map(leadFields.map(({ key, label }) => [DATA_PREFIX + key, label]));
  return violations.flatMap(({ field, message }) => {
    if (message.startsWith(NO_CONTACT)) return ["email or phone"];
    return labels.get(field) ?? (TEXT_TARGETS.includes(field) ? [field.replace("_", " ")] : []);
  });
};

const corsHeaders = (event: PageRequest["event"], { allowedOrigins }: Pages): Record<string, string> => {
  const origin = pageOrigin(event.headers);
  if (origin === null || !allowedOrigins.includes(origin)) return {};
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    ...(isOptions(event)
      ? {
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": "Content-Type",
          "access-control-max-age": String(PREFLIGHT_SECONDS),
        }
      : { "access-control-expose-headers": "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy" }),
  };
};
