import { crc32 } from "node:zlib";

/** `itk_` keys call the API for a firm; `its_` keys deliver the leads of one lead source. */
const PREFIXES = { api: "itk_", ingestion: "its_" } as const;

export type KeyKind = keyof typeof PREFIXES;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const SECRET_BYTES = 32;
const SECRET_DIGITS = 43; // 62^43 > 2^256
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32

/** Formats a key: a prefix, then in base62 32 random bytes and the CRC32 of all that. */
export const formatSecretKey = (kind: KeyKind, randomBytes: Buffer): string =>
  withChecksum(PREFIXES[kind] + base62(BigInt(`0x${randomBytes.toString("hex")}`), SECRET_DIGITS));

/** Whether the text is a well-formed key. The checksum reveals a mistyped key without a read of the store. */
export const isSecretKey = (text: string): boolean =>
  /^it[ks]_[0-9A-Za-z]{49}$/.test(text) && text === withChecksum(text.slice(0, -CHECKSUM_DIGITS));

/** The kind of a well-formed key; null for any other text. */
export const kindOfSecretKey = (text: string): KeyKind | null => {
  if (!isSecretKey(text)) return null;
  return text.startsWith(PREFIXES.ingestion) ? "ingestion" : "api";
};

const withChecksum = (text: string) => text + base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

const base62 = (number: bigint, length: number): string => {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
};
