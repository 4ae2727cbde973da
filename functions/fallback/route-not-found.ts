import middy from "@middy/core";
import { notFound } from "../../shared/contract/app-error.ts";
import { errorEnvelope } from "../../shared/http/error-envelope.ts";
import type { HttpContext, HttpEvent, HttpResult } from "../../shared/http/http-context.ts";
import { responseHeaders } from "../../shared/http/response-headers.ts";

export const handler = middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
  .use(responseHeaders())
  .use(errorEnvelope("route-not-found"))
  .handler(() => {
    throw notFound("route");
  });
