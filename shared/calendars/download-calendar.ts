import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import {
  type CheckedRequestOptions,
  describeRequestFailure,
  sendCheckedRequest,
} from "../runtime/checked-request.ts";
import { retryAfterMilliseconds } from "../runtime/retry-after.ts";
import { LIMITS } from "../schema/limits.ts";
import { targetUrlViolations } from "../schema/target-url.ts";
import { parseUrl } from "../schema/text.ts";
import { type Download, DownloadError, refusalByStatus, type Validators } from "./feed-download.rules.ts";

type DownloadOptions = CheckedRequestOptions & { readonly timeoutMilliseconds?: number };

/** For all redirects and the whole body together. */
const TIMEOUT_MILLISECONDS = 15_000;
const REDIRECTS_MAXIMUM = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

type Wanted = { readonly url: string; readonly validators: Validators };

/** Downloads a calendar from checked addresses only, unless it is as the validators say. Never throws. */
export const downloadCalendar = async (wanted: Wanted, options: DownloadOptions): Promise<Download> => {
  const { timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options;
  const controller = new AbortController();
  // `AbortSignal.timeout` would not keep the process alive.
  const timer = setTimeout(() => controller.abort(), timeoutMilliseconds);
  const { signal } = controller;
  try {
    return await follow(wanted, { ...options, signal }, 0);
  } catch (error) {
    if (error instanceof DownloadError) return error.failure;
    const reason = signal.aborted
      ? `did not answer in full within ${timeoutMilliseconds / 1_000} seconds`
      : reasonOf(error);
    return { result: "failed", error: `The calendar's server ${reason}.`, retryAfterMilliseconds: 0 };
  } finally {
    clearTimeout(timer);
    // Also ends a response that nobody reads.
    controller.abort();
  }
};

/** zlib's errors have codes such as `Z_DATA_ERROR` and `ERR__ERROR_FORMAT_PADDING_1`. */
const reasonOf = (error: unknown): string =>
  /^(Z_|ERR__)/.test(String(Object(error).code))
    ? "sends a compression that cannot be read"
    : `cannot be reached: ${describeRequestFailure(error)}`;

type Following = CheckedRequestOptions & { readonly signal: AbortSignal };

const follow = async (
  { url, validators }: Wanted,
  options: Following,
  redirects: number,
): Promise<Download> => {
  const headers = { ...HEADERS, ...conditions(validators) };
  const response = await sendCheckedRequest({ method: "GET", url, headers }, options, options.signal);
  const { statusCode: status = 0, headers: received } = response;
  if (REDIRECTS.includes(status) && received.location !== undefined) {
    if (redirects === REDIRECTS_MAXIMUM)
      throw new DownloadError(`The calendar's address redirects more than ${REDIRECTS_MAXIMUM} times.`);
    const next = nextUrl(received.location, url, options);
    response.destroy();
    return follow({ url: next, validators }, options, redirects + 1);
  }
  if (status === 304) return { result: "unchanged" };
  if (status !== 200) {
    const retryAfter = retryAfterMilliseconds({ status, retryAfter: received["retry-after"] }, Date.now());
    throw new DownloadError(refusalByStatus(status), retryAfter);
  }
  const file = await readAll(decoded(response));
  return {
    result: "changed",
    file,
    etag: received.etag ?? "",
    lastModified: received["last-modified"] ?? "",
  };
};

const HEADERS = {
  accept: "text/calendar, */*;q=0.1",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "Intake-Calendar",
};

const conditions = ({ etag, lastModified }: Validators) => ({
  ...(etag && { "if-none-match": etag }),
  ...(lastModified && { "if-modified-since": lastModified }),
});

const nextUrl = (location: string, base: string, { targets }: CheckedRequestOptions): string => {
  const address = URL.canParse(location, base) ? new URL(location, base).href : "";
  if (address.length > LIMITS.urlCharacters)
    throw new DownloadError("The calendar's address redirects to one that is too long.");
  const next = parseUrl(address);
  if (next === null || targetUrlViolations(next.href, targets).length > 0)
    throw new DownloadError("The calendar's address redirects to one that is not public or not https.");
  return next.href;
};

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const decoded = (response: IncomingMessage): Readable => {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return response;
  const decoder = DECODERS[encoding]?.();
  if (decoder === undefined) throw new DownloadError("The calendar's server sends an unknown compression.");
  // An error of either ends the other, and the reader gets it.
  pipeline(response, decoder, () => {});
  return decoder;
};

/** Reads a body, and ends it where it is too large: some few compressed bytes may stand for gigabytes. */
const readAll = async (body: Readable): Promise<Uint8Array> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LIMITS.feedBytes) throw new DownloadError("The calendar is larger than 2 MB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
