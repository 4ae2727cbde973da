import { crc32 } from "node:zlib";
import { parse, stringify } from "uuid";

/** `itk_` keys call the API for a firm; `its_` keys deliver the leads of one lead source. */
const PREFIXES = { api: "itk_", ingestion: "its_" } as const;

export type KeyKind = keyof typeof PREFIXES;

/** Whose key it is: the firm's id, and the id of the API key itself or of the lead source. */
export type KeyOwners = { readonly firmId: string; readonly ownerId: string };

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX_CHARACTERS = 4;
export const SECRET_BYTES = 32;
const ID_BYTES = 16;
const PAYLOAD_DIGITS = 86; // 62^86 > 2^512: two ids and the secret
const EARLIER_PAYLOAD_DIGITS = 43; // 62^43 > 2^256: the secret alone
const CHECKSUM_DIGITS = 6; // 62^6 > 2^32

/**
 * Formats a key: a prefix, then in base62 the owners' ids with 32 random bytes, and the CRC32 of all that. The ids say where
 * to look before the key is verified; only the hash of the whole verifies it.
 */
export const formatSecretKey = (
  kind: KeyKind,
  { firmId, ownerId }: KeyOwners,
  randomBytes: Uint8Array,
): string => {
  const payload = Buffer.concat([parse(firmId), parse(ownerId), randomBytes]);
  return withChecksum(PREFIXES[kind] + base62(BigInt(`0x${payload.toString("hex")}`), PAYLOAD_DIGITS));
};

/** Formats a key as they were before they named their owners; such keys are valid for good. */
export const formatEarlierSecretKey = (kind: KeyKind, randomBytes: Buffer): string =>
  withChecksum(PREFIXES[kind] + base62(BigInt(`0x${randomBytes.toString("hex")}`), EARLIER_PAYLOAD_DIGITS));

/** Whether the text is a well-formed key. The checksum reveals a mistyped key without a read of the store. */
export const isSecretKey = (text: string): boolean => {
  if (!/^it[ks]_(?:[0-9A-Za-z]{49}|[0-9A-Za-z]{92})$/.test(text)) return false;
  return text === withChecksum(text.slice(0, -CHECKSUM_DIGITS));
};

/** The kind of a well-formed key; null for any other text. */
export const kindOfSecretKey = (text: string): KeyKind | null => {
  if (!isSecretKey(text)) return null;
  return text.startsWith(PREFIXES.ingestion) ? "ingestion" : "api";
};

/** The owners that a well-formed key names; null for an earlier key, or when they are no ids. */
export const ownersOfSecretKey = (text: string): KeyOwners | null => {
  const digits = text.slice(PREFIX_CHARACTERS, -CHECKSUM_DIGITS);
  if (digits.length !== PAYLOAD_DIGITS) return null;
  const hex = numberOf(digits)
    .toString(16)
    .padStart(2 * (2 * ID_BYTES + SECRET_BYTES), "0");
  const payload = Buffer.from(hex, "hex");
  try {
    return { firmId: stringify(payload, 0), ownerId: stringify(payload, ID_BYTES) };
  } catch {
    return null;
  }
};

const withChecksum = (text: string) => text + base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

const base62 = (number: bigint, length: number): string => {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n) digits = DIGITS[Number(rest % 62n)] + digits;
  return digits;
};

const numberOf = (digits: string): bigint =>
  [...digits].reduce((number, digit) => number * 62n + BigInt(DIGITS.indexOf(digit)), 0n);
