import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { formatSecretKey, isSecretKey } from "../../../shared/api/keys/secret-key.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const key = formatSecretKey("api", randomBytes(32));
const positions = [...key].map((_, position) => position);

describe("a secret key", () => {
  it.each([
    ["api", /^itk_[0-9A-Za-z]{49}$/],
    ["ingestion", /^its_[0-9A-Za-z]{49}$/],
  ] as const)("of kind %s matches %s", (kind, pattern) => {
    expect(formatSecretKey(kind, randomBytes(32))).toMatch(pattern);
  });

  it.each([
    ["all zero", Buffer.alloc(32, 0)],
    ["all one", Buffer.alloc(32, 0xff)],
    ["random", randomBytes(32)],
  ])("is valid and has 53 characters when its bytes are %s", (_, bytes) => {
    const secretKey = formatSecretKey("ingestion", bytes);
    expect([secretKey.length, isSecretKey(secretKey)]).toEqual([53, true]);
  });

  it("differs for bytes that differ in one bit", () => {
    const bytes = randomBytes(32);
    const flipped = Array.from({ length: 256 }, (_, bit) => {
      const other = Buffer.from(bytes);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return formatSecretKey("api", other);
    });
    expect(new Set([...flipped, formatSecretKey("api", bytes)]).size).toBe(257);
  });

  it("is rejected with any one character mistyped", () => {
    const accepted = positions.flatMap((position) =>
      [...DIGITS, "_", "-", " "]
        .filter((character) => character !== key[position])
        .map((character) => key.slice(0, position) + character + key.slice(position + 1))
        .filter(isSecretKey),
    );
    expect(accepted).toEqual([]);
  });

  it("is rejected with any two neighbouring characters transposed", () => {
    const accepted = positions
      .filter((position) => position > 0 && key[position] !== key[position - 1])
      .map(
        (position) =>
          key.slice(0, position - 1) + key[position] + key[position - 1] + key.slice(position + 1),
      )
      .filter(isSecretKey);
    expect(accepted).toEqual([]);
  });

  it.each([
    ["an empty text", ""],
    ["its prefix alone", "itk_"],
    ["one character short", key.slice(0, -1)],
    ["one character long", `${key}0`],
    ["another kind's prefix", key.replace("itk_", "its_")],
    ["no prefix", key.slice(4)],
    ["a trailing line break", `${key}\n`],
    ["a leading space", ` ${key}`],
    ["lower case", key.toLowerCase()],
    ["digits of another script", key.replace(/[0-9A-Za-z]$/, "٣")],
  ])("is rejected: %s", (_, text) => {
    expect(isSecretKey(text)).toBe(false);
  });
});
