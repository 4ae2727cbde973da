import { crc32 } from "node:zlib";

/**
 * `itk_` keys call the API for a firm; `its_` keys deliver the leads of one lead source; `itl_` keys are in the links
 * of clients; `itc_` keys are in the addresses of calendar links. `iti_` keys are in the links with which members sign
 * in, and make `itm_` keys, their sessions, which browsers send in a cookie.
 */
export const PREFIXES = {
  api: "itk_",
  ingestion: "its_",
  link: "itl_",
  calendar: "itc_",
  sign_in: "iti_",
  session: "itm_",
} as const;

export type KeyKind = keyof typeof PREFIXES;

export const KINDS = [
  "api",
  "ingestion",
  "link",
  "calendar",
  "sign_in",
  "session",
] as const satisfies KeyKind[];

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const SECRET_BYTES = 32;
const SECRET_DIGITS = 43; // 62^43 > 2^256
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32
const SECRET_CHARACTERS = PREFIXES.api.length + SECRET_DIGITS + CHECKSUM_DIGITS;

/** Formats a key: a prefix, 32 random bytes in base62, and the CRC32 of both. */
export const formatSecretKey = (kind: KeyKind, randomBytes: Buffer): string =>
  withChecksum(PREFIXES[kind] + base62(BigInt(`0x${randomBytes.toString("hex")}`), SECRET_DIGITS));

/** Returns whether the text is a well-formed key. The checksum reveals a mistyped key without a read of the store. */
export const isSecretKey = (text: string): boolean =>
  text.length === SECRET_CHARACTERS &&
  /^it[kslcim]_[0-9A-Za-z]+$/.test(text) &&
  text === withChecksum(text.slice(0, -CHECKSUM_DIGITS));

/** Returns the kind of a well-formed key; null for any other text. */
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
