import middy from "@middy/core";
import { allowedMethods } from "../../shared/allowed-methods.ts";
import { notFound } from "../../shared/api/app-error.ts";
import { errorEnvelope } from "../../shared/api/error-envelope.ts";
import type { HttpContext, HttpEvent, HttpResult } from "../../shared/api/http-context.ts";
import { inInvocation } from "../../shared/api/in-invocation.ts";
import { responseHeaders } from "../../shared/api/response-headers.ts";

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
