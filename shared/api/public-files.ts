import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { notFound } from "../schema/app-error.ts";
import { acceptedCoding, bestCoding } from "./compression.ts";
import { publicHandler } from "./http-handler.ts";
import type { HttpEvent } from "./http-types.ts";
import { isKnownTag, knownTags } from "./request-headers.ts";

/** Content by its codings (RFC 9110 §8.4.1). */
type Compressed = { readonly gzip: Buffer; readonly br?: Buffer };

/** A file that anyone may read. */
export type PublicFile = {
  readonly contentType: string;
  readonly compressed: Compressed;
  /** Never sent uncompressed, which costs four times as much: a program that asks for no coding gets gzip. */
  readonly isAlwaysCompressed?: boolean;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** For content that may change under its address. */
export const CACHED_FOR_MINUTES = "public, max-age=300";
/** For content with a hash of it in its address. */
export const CACHED_FOREVER = "public, max-age=31536000, immutable";

type Options = {
  readonly name: string;
  /** Returns the file that a request names; undefined for none. */
  readonly fileOf: (event: HttpEvent) => PublicFile | undefined;
};

/**
 * The Lambda handler of files that anyone may read, without a key or a store. Browsers and caches keep a file for a
 * while, and then ask whether it has changed (RFC 9110 §13.1.2).
 */
export const publicFiles = ({ name, fileOf }: Options) =>
  publicHandler(name, (event) => {
    const file = fileOf(event);
    if (file === undefined) throw notFound("file");
    const etag = tagOf(file);
    const headers = {
      "content-type": file.contentType,
      etag,
      vary: "Accept-Encoding",
      "cache-control": file.cacheControl,
      "x-content-type-options": "nosniff",
      ...file.headers,
    };
    if (isKnownTag(etag, knownTags(event))) return { statusCode: 304, headers };
    return sent(file, event.headers["accept-encoding"], headers);
  });

const NOT_ACCEPTABLE = {
  statusCode: 406,
  headers: {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    vary: "Accept-Encoding",
  },
  body: "This file is sent as gzip or br only.\n",
};

const sent = (file: PublicFile, accepted: string | undefined, headers: Readonly<Record<string, string>>) => {
  const coding = codingFor(accepted, file);
  if (file.isAlwaysCompressed && !coding) return NOT_ACCEPTABLE;
  return {
    statusCode: 200,
    headers: { ...headers, ...(coding && { "content-encoding": coding.name }) },
    body: (coding?.content ?? gunzipSync(file.compressed.gzip)).toString("base64"),
    isBase64Encoded: true,
  };
};

const tags = new WeakMap<PublicFile, string>();

const tagOf = (file: PublicFile) => {
  const tag =
    tags.get(file) ?? `W/"${createHash("sha256").update(file.compressed.gzip).digest("base64url")}"`;
  tags.set(file, tag);
  return tag;
};

/** Returns the smallest content that a request accepts; undefined for the content as it is. */
const codingFor = (header: string | undefined, { compressed, isAlwaysCompressed }: PublicFile) => {
  const offered = compressed.br ? (["br", "gzip"] as const) : (["gzip"] as const);
  const name = isAlwaysCompressed
    ? bestCoding(header ?? "gzip", offered).best
    : acceptedCoding(header, offered);
  const content = name && compressed[name];
  return content && { name, content };
};
