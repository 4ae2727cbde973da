import { crc32 } from "node:zlib";

/** `itk_` keys call the API for a firm; `its_` keys deliver leads for one lead source. */
const PREFIXES = { api: "itk_", ingestion: "its_" } as const;

export type KeyKind = keyof typeof PREFIXES;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
export const SECRET_BYTES = 32;
const SECRET_DIGITS = 43; // 62^43 > 2^256
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32

/** A key's text: prefix, 32 random bytes and their CRC32, in base62. */
export const formatSecretKey = (kind: KeyKind, randomBytes: Buffer): string => {
  const secret = base62(BigInt(`0x${randomBytes.toString("hex")}`), SECRET_DIGITS);
  return PREFIXES[kind] + secret + checksum(PREFIXES[kind] + secret);
};

/** Whether a text is a key as we make them: a mistyped one is told by its checksum, without asking the store. */
export const isSecretKey = (text: string): boolean => {
  if (!/^it[ks]_[0-9A-Za-z]{49}$/.test(text)) return false;
  const end = text.length - CHECKSUM_DIGITS;
  return text.slice(end) === checksum(text.slice(0, end));
};

const checksum = (text: string) => base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

const base62 = (number: bigint, length: number): string => {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
};
