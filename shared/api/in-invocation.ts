import type { Context } from "aws-lambda";
import { runInvocation } from "../runtime/log.ts";
import type { HttpEvent, HttpResult } from "./http-context.ts";

/** The handler of a function whose log lines name it and the request. */
export const inInvocation =
  (name: string, respond: (event: HttpEvent, context: Context) => Promise<HttpResult>) =>
  (event: HttpEvent, context: Context): Promise<HttpResult> =>
    runInvocation({ function: name, requestId: event.requestContext.requestId }, () =>
      respond(event, context),
    );
