import type { LookupAddress } from "node:dns";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { hostOf, type RequestTargets, type Resolve, resolveAllowedAddress } from "./checked-address.ts";

export type CheckedRequest = {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type CheckedRequestOptions = {
  readonly targets: RequestTargets;
  readonly resolve?: Resolve;
  /** Certificate authorities to trust instead of the default ones (PEM). */
  readonly ca?: string;
};

/**
 * Sends a request only to the checked address of its host. Never follows a redirect. The signal also ends the response.
 * @throws the errors that `describeRequestFailure` describes, or the signal's reason
 */
export const sendCheckedRequest = async (
  request: CheckedRequest,
  { targets, resolve, ca }: CheckedRequestOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  const url = new URL(request.url);
  const address = await abortable(resolveAllowedAddress(url, targets, resolve), signal);
  return send(url, request, { ...pinAddress(address), signal, ca });
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

const send = (
  url: URL,
  { method, headers, body = "" }: CheckedRequest,
  options: RequestOptions & { ca?: string },
) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const protocol = url.protocol === "https:" ? https : http;
    protocol
      .request({
        ...options,
        method,
        host: hostOf(url),
        port: url.port || undefined,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, "content-length": Buffer.byteLength(body) },
      })
      .on("response", resolve)
      // 101 Switching Protocols is no success, and nothing else would close the connection.
      .on("upgrade", (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .on("error", reject)
      .on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })))
      .end(body);
  });

const FAILURES: Record<string, string> = {
  ADDRESS_REFUSED: "the host leads to an address that is not public",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset before a response",
  EPIPE: "connection reset before a response",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "host unreachable",
  ENOTFOUND: "the host's name does not resolve",
  EAI_AGAIN: "the host's name does not resolve now",
  HPE_HEADER_OVERFLOW: "the headers of the response are too large",
};

const TLS = /^(ERR_(SSL|TLS)|CERT|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

/** Describes a failure by the error's code only: its message may quote the request. */
export const describeRequestFailure = (error: unknown): string => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (TLS.test(code)) return `TLS failed (${code})`;
  return (
    FAILURES[code] ?? (code.startsWith("HPE_") ? "the response is not HTTP" : `connection failed (${code})`)
  );
};
