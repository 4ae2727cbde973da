import type { IncomingMessage } from "node:http";
import {
  type CheckedRequest,
  type CheckedRequestOptions,
  describeRequestFailure,
  sendCheckedRequest,
} from "../runtime/checked-request.ts";
import { monotonicMilliseconds } from "../runtime/deadline.ts";
import type { PostOutcome } from "./webhook-attempt.rules.ts";

type WebhookRequest = Required<Pick<CheckedRequest, "url" | "headers" | "body">>;

type PostOptions = CheckedRequestOptions & { readonly timeoutMilliseconds?: number };

const TIMEOUT_MILLISECONDS = 15_000;
/** Reads an ignored response body up to these limits, so that the endpoint can finish writing it. */
const DRAINED_BYTES = 4 * 1024;
const DRAIN_MILLISECONDS = 1_000;

/** Posts to the checked address of the host. Never throws, never follows a redirect. */
export const postWebhook = async (request: WebhookRequest, options: PostOptions): Promise<PostOutcome> => {
  const startedAt = monotonicMilliseconds();
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  const controller = new AbortController();
  // `AbortSignal.timeout` would not keep the process alive: the function would end as if it had delivered.
  const timer = setTimeout(() => controller.abort(), timeoutMilliseconds);
  const { signal } = controller;
  const outcome = await post(request, options, signal).catch((error: unknown) => ({
    status: null,
    error: signal.aborted
      ? `no response within ${timeoutMilliseconds / 1_000} s`
      : describeRequestFailure(error),
  }));
  clearTimeout(timer);
  return { ...outcome, durationMilliseconds: Math.round(monotonicMilliseconds() - startedAt) };
};

const post = async (request: WebhookRequest, options: PostOptions, signal: AbortSignal) => {
  const response = await sendCheckedRequest({ ...request, method: "POST" }, options, signal);
  drain(response);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, error: null, retryAfter: headers["retry-after"] };
};

const drain = (response: IncomingMessage) => {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), DRAIN_MILLISECONDS);
  response
    .on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DRAINED_BYTES) response.destroy();
    })
    .on("error", () => {})
    .on("close", () => clearTimeout(timer));
};
