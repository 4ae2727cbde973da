import { gzipSync } from "node:zlib";
import type { HttpMiddleware } from "./http-types.ts";

/** A smaller response fits into a packet or two either way. */
const COMPRESSED_FROM_BYTES = 2 * 1024;

/**
 * Compresses responses for callers that accept it. Lists and free times repeat themselves: 2.3 MB of these shrink to 17
 * KB.
 */
export const compression = (): HttpMiddleware => {
  const compress: HttpMiddleware["after"] = (request) => {
    const { event, response } = request;
    if (!response?.body || response.isBase64Encoded) return;
    if (Buffer.byteLength(response.body) < COMPRESSED_FROM_BYTES) return;
    const headers = { ...response.headers, vary: withAcceptEncoding(response.headers?.vary) };
    const coding = acceptedCoding(event.headers["accept-encoding"], ["gzip"]);
    request.response = coding
      ? {
          ...response,
          headers: { ...headers, "content-encoding": coding },
          body: gzipSync(response.body).toString("base64"),
          isBase64Encoded: true,
        }
      : { ...response, headers };
  };
  return { after: compress, onError: compress };
};

const withAcceptEncoding = (vary: unknown) => (vary ? `${vary}, Accept-Encoding` : "Accept-Encoding");

/**
 * Returns the coding that `Accept-Encoding` prefers (RFC 9110 §12.5.3): among equals, the first offered one. Undefined
 * when it accepts none, or prefers the content as it is.
 */
export const acceptedCoding = <Coding extends string>(
  header: string | undefined,
  offered: readonly Coding[],
): Coding | undefined => {
  const { best, weight, identityWeight } = bestCoding(header, offered);
  return weight >= identityWeight ? best : undefined;
};

/** Returns the preferred coding in `Accept-Encoding`, its weight, and the weight of the content as it is. */
export const bestCoding = <Coding extends string>(header: string | undefined, offered: readonly Coding[]) => {
  const weights = codingWeights(header ?? "");
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  const wanted = offered.filter((coding) => weightOf(coding) > 0);
  const [best] = wanted.toSorted((one, other) => weightOf(other) - weightOf(one));
  return { best, weight: best ? weightOf(best) : 0, identityWeight: weights.get("identity") ?? 0 };
};

/** Parses the weights. An invalid weight accepts nothing. */
const codingWeights = (header: string) =>
  new Map(
    header
      .toLowerCase()
      .split(",")
      .map((element) => {
        const [coding = "", ...parameters] = element.split(";").map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith("q="));
        return [coding, weight === undefined ? 1 : Number(weight.slice(2))] as const;
      }),
  );
