import { describe, expect, it } from "@jest/globals";
import { namesForVisitor, responseForPage } from "../../shared/sources/browser-forms.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const PAGE = "https://www.example.com";
const PAGES = { allowedOrigins: [PAGE], redirectUrl: `${PAGE}/thanks`, errorRedirectUrl: `${PAGE}/sorry` };
const FORM = { accept: "text/html,*/*;q=0.8", "content-type": "application/x-www-form-urlencoded" };

type Case = {
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly status?: number;
  readonly rejected?: { readonly id: string; readonly code: string; readonly fields: string[] };
  readonly pages?: Partial<typeof PAGES | Record<keyof typeof PAGES, null>>;
};

/** Returns what the page gets of a response with these headers. */
const responseTo = ({ headers = {}, method = "POST", status = 201, rejected, pages }: Case) => {
  const event = { headers, requestContext: { http: { method } } } as never;
  const context = { rejectedDelivery: rejected } as never;
  const response = responseForPage({ statusCode: status, body: "{}" }, { event, context }, {
    ...PAGES,
    ...pages,
  } as typeof PAGES);
  return { ...response, headers: response.headers ?? {} };
};

describe("a script may read the response", () => {
  const read = { vary: "Origin", "access-control-allow-origin": PAGE };
  it.each<[string, Case, object]>([
    [
      "of a source that allows its origin",
      { headers: { origin: PAGE } },
      { ...read, "access-control-expose-headers": "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy" },
    ],
    [
      "to a preflight, which allows a POST",
      { headers: { origin: PAGE }, method: "OPTIONS", status: 204 },
      {
        ...read,
        ...{ "access-control-allow-methods": "POST", "access-control-allow-headers": "Content-Type" },
        "access-control-max-age": "600",
      },
    ],
    ["not from another origin", { headers: { origin: "https://example.com" } }, {}],
    ["not from a page without an origin", { headers: { origin: "null" } }, {}],
    ["not without a page", {}, {}],
    ["not of a source without origins", { headers: { origin: PAGE }, pages: { allowedOrigins: [] } }, {}],
  ])("%s", (_, given, headers) => {
    const { status = 201 } = given;
    expect(responseTo(given)).toEqual({ statusCode: status, body: "{}", headers });
  });
});

describe("a browser that posts a form", () => {
  const rejected = (code: string, ...fields: string[]) => ({ id: "d", code, fields });
  const sorry = (reason: string, id?: string) =>
    `${PAGES.errorRedirectUrl}?${new URLSearchParams({ ...(id && { delivery_id: id }), reason })}`;

  it.each<[string, Case, string]>([
    ["gets the page of success", {}, PAGES.redirectUrl],
    ["gets it for a repetition, and for what is ignored", { status: 200 }, PAGES.redirectUrl],
    [
      "learns what to correct",
      { status: 422, rejected: rejected("invalid_request", "Case type", "email") },
      sorry("Please check: Case type, email", "d"),
    ],
    [
      "learns it also where rejections are accepted",
      { status: 202, rejected: rejected("invalid_request", "email") },
      sorry("Please check: email", "d"),
    ],
    [
      "learns that it can correct nothing",
      { status: 403, rejected: rejected("origin_not_allowed") },
      sorry("The form could not be accepted.", "d"),
    ],
    [
      "learns that its form is too large",
      { status: 413, rejected: rejected("payload_too_large") },
      sorry("The form is too large.", "d"),
    ],
    ["learns that it came too often", { status: 429 }, sorry("Please try again in a minute.")],
    ["learns that the service is unavailable", { status: 503 }, sorry("Please try again in a minute.")],
    [
      "keeps the query of the page of failure",
      { status: 503, pages: { errorRedirectUrl: `${PAGE}/sorry?form=1&reason=x#top` } },
      `${PAGE}/sorry?form=1&reason=Please+try+again+in+a+minute.#top`,
    ],
    [
      "gets no id of a delivery that was not kept",
      { status: 403, pages: { errorRedirectUrl: `${PAGE}/sorry?delivery_id=y` } },
      `${PAGE}/sorry?reason=The+form+could+not+be+accepted.`,
    ],
  ])("%s", (_, given, location) => {
    expect(responseTo({ ...given, headers: FORM })).toEqual({ statusCode: 303, headers: { location } });
  });

  it.each<[string, Case]>([
    ["of success", { pages: { redirectUrl: null } }],
    ["of failure", { status: 422, pages: { errorRedirectUrl: null } }],
  ])("gets the response where the source has no page %s", (_, { status = 201, pages }) => {
    expect(responseTo({ status, headers: FORM, ...(pages && { pages }) })).toMatchObject({
      statusCode: status,
    });
  });

  it.each([
    ["is told to expect JSON", { ...FORM, accept: "application/json" }],
    ["sends JSON", { ...FORM, "content-type": "application/json" }],
  ])("gets the response when it %s", (_, headers) => {
    expect(responseTo({ headers })).toMatchObject({ statusCode: 201, body: "{}" });
  });

  it("gets the response when it asks for the methods", () => {
    expect(responseTo({ method: "OPTIONS", status: 204, headers: FORM })).toMatchObject({ statusCode: 204 });
  });

  it.each([
    [300 - "Please check: ".length, "x"],
    [301 - "Please check: ".length, "…"],
  ])("gets a reason of at most 300 characters: %i of a field", (length, last) => {
    const given = { status: 422, headers: FORM, rejected: rejected("invalid_request", "x".repeat(length)) };
    const { location } = responseTo(given).headers;
    const reason = new URL(String(location)).searchParams.get("reason");
    expect([reason?.length, reason?.at(-1)]).toEqual([300, last]);
  });
});

it.each<[string, string, string[]]>([
  ["data.incident_date", "must be a date", ["Date of incident"]],
  ["full_name", "has one word", ["full name"]],
  ["email", "must be an email address", ["email"]],
  ["email", "No email or phone number found. Looked at email.", ["email or phone"]],
  ["external_id", "must have at most 255 characters", []],
  ["data.gone", "is unknown", []],
])("a visitor is told of %s (%s): %j", (field, message, names) => {
  expect(namesForVisitor([{ field, message }], LEAD_FIELDS)).toEqual(names);
});
