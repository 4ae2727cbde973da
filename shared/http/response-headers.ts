import { LATEST_API_VERSION } from "../contract/api-version.ts";
import type { HttpMiddleware } from "./http-context.ts";

/** Puts on every answer, errors included, what every answer carries. */
export const responseHeaders = (): HttpMiddleware => {
  const complete: HttpMiddleware["after"] = ({ event, context, response }) => {
    if (!response) return;
    response.headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": event.requestContext.requestId,
      "intake-version": context.apiVersion ?? LATEST_API_VERSION,
      ...context.responseHeaders,
      ...response.headers,
    };
  };
  return { after: complete, onError: complete };
};
