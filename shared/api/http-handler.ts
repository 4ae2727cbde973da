import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { monotonicMilliseconds } from "../runtime/deadline.ts";
import { log, runInvocation } from "../runtime/log.ts";
import { LATEST_API_VERSION } from "./api-version.ts";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-context.ts";

/** A handler without middlewares. Its own deadline replaces middy's. */
export const pipeline = () => middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 });

/** The handler of a function whose log lines name it and the request. */
export const inInvocation =
  (name: string, respond: (event: HttpEvent, context: Context) => Promise<HttpResult>) =>
  (event: HttpEvent, context: Context): Promise<HttpResult> =>
    runInvocation({ function: name, requestId: event.requestContext.requestId }, () =>
      respond(event, context),
    );

/** The handler of a function that anyone may call, without a key. */
export const publicHandler = (name: string, answer: (event: HttpEvent) => HttpResult) =>
  inInvocation(name, pipeline().use([responseHeaders(), errorEnvelope()]).handler(answer));

/** Logs each request that succeeds; the error envelope logs the others. */
export const logRequest = (): HttpMiddleware => ({
  before: ({ context }) => {
    context.startedAtMilliseconds = monotonicMilliseconds();
  },
  after: ({ context, response }) => {
    const { startedAtMilliseconds = monotonicMilliseconds() } = context;
    const milliseconds = Math.round(monotonicMilliseconds() - startedAtMilliseconds);
    log("info", "request_handled", { status: response?.statusCode ?? 200, milliseconds });
  },
});

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
