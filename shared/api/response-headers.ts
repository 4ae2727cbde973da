import { LATEST_API_VERSION } from "./api-version.ts";
import type { HttpMiddleware } from "./http-context.ts";

/** Adds the headers that every response has, errors included. */
export const responseHeaders = (): HttpMiddleware => {
  const addHeaders: HttpMiddleware["after"] = ({ event, context, response }) => {
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
  return { after: addHeaders, onError: addHeaders };
};
