import middy from "@middy/core";
import { notFound } from "../../shared/contract/app-error.ts";
import { allowedMethods } from "../../shared/http/allowed-methods.ts";
import { errorEnvelope } from "../../shared/http/error-envelope.ts";
import type { HttpContext, HttpEvent, HttpResult } from "../../shared/http/http-context.ts";
import { inInvocation } from "../../shared/http/in-invocation.ts";
import { responseHeaders } from "../../shared/http/response-headers.ts";

const respond = middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
  .use(responseHeaders())
  .use(errorEnvelope())
  .handler(({ rawPath, requestContext }) => {
    const methods = requestContext.http.method === "OPTIONS" ? allowedMethods(rawPath) : [];
    if (methods.length === 0) throw notFound("route");
    return { statusCode: 204, headers: { allow: methods.join(", ") } };
  });

/** Answers every request without a route of its own: OPTIONS of a path that has others, and 404. */
export const handler = inInvocation("route-not-found", respond);
