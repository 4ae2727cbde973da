import { log } from "../runtime/log.ts";
import type { HttpMiddleware } from "./http-context.ts";

/** Logs each request that succeeds; the error envelope logs the others. */
export const logRequest = (): HttpMiddleware => ({
  before: ({ context }) => {
    context.startedAtMilliseconds = performance.now();
  },
  after: ({ context, response }) => {
    const { startedAtMilliseconds = performance.now() } = context;
    const milliseconds = Math.round(performance.now() - startedAtMilliseconds);
    log("info", "request_handled", { status: response?.statusCode ?? 200, milliseconds });
  },
});
