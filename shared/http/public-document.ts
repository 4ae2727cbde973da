import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import middy from "@middy/core";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpResult } from "./http-context.ts";
import { responseHeaders } from "./response-headers.ts";

type Document = { readonly name: string; readonly contentType: string; readonly text: () => string };

const CACHE_SECONDS = 300;

/**
 * The Lambda handler of a document that anyone may read, from any page: it needs no key and no store. Browsers and
 * caches keep it for a while, and then ask whether it has changed (RFC 9110 §13.1.2).
 */
export const publicDocument = ({ name, contentType, text }: Document) => {
  let prepared: { readonly etag: string; readonly body: Buffer; readonly compressed: Buffer } | undefined;
  const prepare = () => {
    const body = Buffer.from(text());
    const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
    return { etag, body, compressed: gzipSync(body) };
  };
  return middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use([responseHeaders(), errorEnvelope({ name })])
    .handler(({ headers }) => {
      prepared ??= prepare();
      const { etag, body, compressed } = prepared;
      const common = {
        etag,
        vary: "Accept-Encoding",
        "cache-control": `public, max-age=${CACHE_SECONDS}`,
        "access-control-allow-origin": "*",
      };
      if (namesTag(headers["if-none-match"], etag)) return { statusCode: 304, headers: common };
      const isCompressed = acceptsGzip(headers["accept-encoding"]);
      return {
        statusCode: 200,
        headers: {
          ...common,
          "content-type": contentType,
          ...(isCompressed && { "content-encoding": "gzip" }),
        },
        body: (isCompressed ? compressed : body).toString("base64"),
        isBase64Encoded: true,
      };
    });
};

const namesTag = (header: string | undefined, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim() === "*" || tag.trim() === etag);

/** RFC 9110 §12.5.3. */
const acceptsGzip = (header = "") => /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(header);
