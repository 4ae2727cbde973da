import type { LookupAddress } from "node:dns";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { monotonicMilliseconds } from "../runtime/deadline.ts";
import { type Resolve, resolveAllowedAddress } from "./checked-address.ts";
import { hostOf, type WebhookTargets } from "./webhook-address.rules.ts";
import type { WebhookResponse } from "./webhook-retry-schedule.rules.ts";

/** The endpoint's response, or the reason why none arrived in time. */
export type PostOutcome = WebhookResponse & {
  readonly error: string | null;
  readonly durationMilliseconds: number;
};

type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type PostOptions = {
  readonly targets: WebhookTargets;
  readonly timeoutMilliseconds?: number;
  readonly resolve?: Resolve;
  /** Certificate authorities to trust instead of the default ones (PEM). */
  readonly ca?: string;
};

const TIMEOUT_MILLISECONDS = 15_000;
/** A response body is ignored, but read up to these limits so that the endpoint can finish writing it. */
const DRAINED_BYTES = 4 * 1024;
const DRAIN_MILLISECONDS = 1_000;

/** Posts to the checked address of the host, and to no other. Never throws, never follows a redirect. */
export const postWebhook = async (request: WebhookRequest, options: PostOptions): Promise<PostOutcome> => {
  const startedAt = monotonicMilliseconds();
  const timeoutMilliseconds = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS;
  const controller = new AbortController();
  // `AbortSignal.timeout` would not keep the process alive: the function would end as if it had delivered.
  const timer = setTimeout(() => controller.abort(), timeoutMilliseconds);
  const { signal } = controller;
  const outcome = await post(request, options, signal).catch((error: unknown) => ({
    status: null,
    error: signal.aborted ? `no answer within ${timeoutMilliseconds / 1_000} s` : describeFailure(error),
  }));
  clearTimeout(timer);
  return { ...outcome, durationMilliseconds: Math.round(monotonicMilliseconds() - startedAt) };
};

const post = async (request: WebhookRequest, options: PostOptions, signal: AbortSignal) => {
  const url = new URL(request.url);
  const address = await abortable(resolveAllowedAddress(url, options.targets, options.resolve), signal);
  const response = await sendRequest(url, request, { ...pinAddress(address), signal, ca: options.ca });
  drain(response);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, error: null, retryAfter: headers["retry-after"] };
};

/** Rejects when the signal aborts; the resolver itself takes no signal. */
const abortable = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** Connects to the given address; the Host header and the TLS server name remain those of the URL. */
const pinAddress = (address: LookupAddress): RequestOptions => {
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all) callback(null, [address]);
    else callback(null, address.address, address.family);
  };
  // No agent: a kept-alive connection would outlive the address check.
  return { agent: false, lookup };
};

const sendRequest = (
  url: URL,
  { headers, body }: WebhookRequest,
  options: RequestOptions & { ca?: string },
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const protocol = url.protocol === "https:" ? https : http;
    protocol
      .request({
        ...options,
        method: "POST",
        host: hostOf(url),
        port: url.port || undefined,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
      })
      .on("response", resolve)
      // 101 Switching Protocols: a response that is no success, and a connection that nothing else would close.
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .on("error", reject)
      .on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })))
      .end(body);
  });

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

const FAILURES: Record<string, string> = {
  ADDRESS_REFUSED: "the host leads to an address that is not public",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset before an answer",
  EPIPE: "connection reset before an answer",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "host unreachable",
  ENOTFOUND: "the host's name does not resolve",
  EAI_AGAIN: "the host's name does not resolve now",
  HPE_HEADER_OVERFLOW: "the answer's headers are too large",
};

const TLS = /^(ERR_(SSL|TLS)|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

/** Uses the error's code only: its message may quote the request. */
const describeFailure = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (TLS.test(code)) return `TLS failed (${code})`;
  return (
    FAILURES[code] ?? (code.startsWith("HPE_") ? "the answer is no HTTP" : `connection failed (${code})`)
  );
};
