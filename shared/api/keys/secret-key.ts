import { crc32 } from "node:zlib";
import { AppError } from "../app-error.ts";
import type { EndpointDefinition } from "../endpoint-definition.ts";
import type { HttpEvent } from "../http-context.ts";

/** `itk_` keys call the API for a firm; `its_` keys deliver the leads of one lead source; `itl_` keys are in the links of clients. */
const PREFIXES = { api: "itk_", ingestion: "its_", link: "itl_" } as const;

export type KeyKind = keyof typeof PREFIXES;

export const KINDS = ["api", "ingestion", "link"] as const satisfies KeyKind[];

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const SECRET_BYTES = 32;
const SECRET_DIGITS = 43; // 62^43 > 2^256
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32

/** Formats a key: a prefix, then in base62 32 random bytes and the CRC32 of all that. */
export const formatSecretKey = (kind: KeyKind, randomBytes: Buffer): string =>
  withChecksum(PREFIXES[kind] + base62(BigInt(`0x${randomBytes.toString("hex")}`), SECRET_DIGITS));

/** Whether the text is a well-formed key. The checksum reveals a mistyped key without a read of the store. */
export const isSecretKey = (text: string): boolean =>
  /^it[ksl]_[0-9A-Za-z]{49}$/.test(text) && text === withChecksum(text.slice(0, -CHECKSUM_DIGITS));

/** The kind of a well-formed key; null for any other text. */
export const kindOfSecretKey = (text: string): KeyKind | null => {
  if (!isSecretKey(text)) return null;
  return KINDS.find((kind) => text.startsWith(PREFIXES[kind])) ?? null;
};

const withChecksum = (text: string) => text + base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

const base62 = (number: bigint, length: number): string => {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
};

/**
 * The well-formed key of a request, or null for a malformed one. An Authorization header wins over a key in the
 * address, which only lead sources may use.
 * @throws AppError `missing_key`
 */
export const requestSecret = (event: HttpEvent, definition: EndpointDefinition): string | null => {
  const header = event.headers.authorization?.trim();
  const addressKey = definition.acceptsIngestionKey ? event.queryStringParameters?.key?.trim() : undefined;
  if (!header && addressKey) return kindOfSecretKey(addressKey) === "ingestion" ? addressKey : null;
  const secret = bearerToken(header);
  return isSecretKey(secret) ? secret : null;
};

/** RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1). */
const bearerToken = (header = ""): string => {
  const [, token] = /^bearer +(\S.*)$/i.exec(header) ?? [];
  if (token === undefined) throw new AppError("missing_key", "Send the header Authorization: Bearer <key>.");
  return token;
};
