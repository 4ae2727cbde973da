import { isOptions } from "../api/endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpResult } from "../api/http-types.ts";
import { isForm, parseMediaType } from "../schema/media-type.ts";
import { truncate } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { pageOrigin } from "./proof-of-origin.rules.ts";
import { NO_CONTACT } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";
import { DATA_PREFIX, TEXT_TARGETS } from "./source-mapping.rules.ts";

/** The time for which browsers may cache a preflight's response. */
const PREFLIGHT_SECONDS = 600;

type Request = {
  readonly event: Pick<HttpEvent, "headers" | "requestContext">;
  readonly context: Pick<HttpContext, "rejectedDelivery">;
};

type Pages = Pick<Source, "allowedOrigins" | "redirectUrl" | "errorRedirectUrl">;

/** Adds the headers by which a page may read the response, or redirects a browser that posts a form itself. */
export const responseForPage = (
  response: HttpResult,
  { event, context }: Request,
  source: Pages,
): HttpResult => {
  const headers = { ...response.headers, ...corsHeaders(event, source) };
  const location = isFormPost(event) ? redirectUrl(response, context, source) : null;
  return location === null
    ? { ...response, headers }
    : { statusCode: 303, headers: { ...headers, location } };
};

/** Returns whether a browser posts a form itself, without a script: it expects a page. */
const isFormPost = ({ headers, requestContext }: Request["event"]) =>
  requestContext.http.method === "POST" &&
  (headers.accept ?? "").toLowerCase().includes("text/html") &&
  isForm(parseMediaType(headers["content-type"]));

export const isFromPage = (event: Request["event"]) =>
  pageOrigin(event.headers) !== null || isFormPost(event);

const redirectUrl = (
  { statusCode = 500 }: HttpResult,
  { rejectedDelivery }: Request["context"],
  { redirectUrl, errorRedirectUrl }: Pages,
): string | null => {
  if (statusCode === 200 || statusCode === 201) return redirectUrl;
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

const corsHeaders = (event: Request["event"], { allowedOrigins }: Pages): Record<string, string> => {
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
