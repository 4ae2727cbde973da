import { monotonicMilliseconds } from "../runtime/deadline.ts";
import { log } from "../runtime/log.ts";
import type { HttpMiddleware } from "./http-context.ts";

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
