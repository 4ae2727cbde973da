import { isOptions } from "../api/endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "../api/http-types.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { isFromPage, responseForPage } from "./form-page.rules.ts";
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
