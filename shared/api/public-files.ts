import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { notFound } from "./app-error.ts";
import type { HttpEvent } from "./http-context.ts";
import { publicHandler } from "./http-handler.ts";

/** A file that anyone may read. */
export type PublicFile = {
  readonly contentType: string;
  /** The content, compressed by gzip. */
  readonly compressed: Buffer;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** For content that may change under its address. */
export const CACHED_FOR_MINUTES = "public, max-age=300";
/** For content whose address has a hash of it. */
export const CACHED_FOREVER = "public, max-age=31536000, immutable";

type Options = {
  readonly name: string;
  /** The file that a request names; undefined when there is none. */
  readonly fileOf: (event: HttpEvent) => PublicFile | undefined;
};

/**
 * The Lambda handler of files that anyone may read, from any page: it needs no key and no store. Browsers and caches
 * keep a file for a while, and then ask whether it has changed (RFC 9110 §13.1.2).
 */
export const publicFiles = ({ name, fileOf }: Options) =>
  publicHandler(name, (event) => {
    const file = fileOf(event);
    if (file === undefined) throw notFound("file");
    const etag = tagOf(file);
    const headers = {
      etag,
      vary: "Accept-Encoding",
      "cache-control": file.cacheControl,
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      ...file.headers,
    };
    if (namesTag(event.headers["if-none-match"], etag)) return { statusCode: 304, headers };
    const isCompressed = acceptsGzip(event.headers["accept-encoding"]);
    return {
      statusCode: 200,
      headers: {
        ...headers,
        "content-type": file.contentType,
        ...(isCompressed && { "content-encoding": "gzip" }),
      },
      body: (isCompressed ? file.compressed : gunzipSync(file.compressed)).toString("base64"),
      isBase64Encoded: true,
    };
  });

const tags = new WeakMap<PublicFile, string>();

const tagOf = (file: PublicFile) => {
  const tag = tags.get(file) ?? `W/"${createHash("sha256").update(file.compressed).digest("base64url")}"`;
  tags.set(file, tag);
  return tag;
};

const namesTag = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag);

/** RFC 9110 §12.5.3. */
const acceptsGzip = (header = "") => /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(header);
