import { decodeText } from "./decode-text.ts";

/** A decoded body, or why it cannot be used. */
export type Payload = { readonly json: unknown; readonly problem?: string };

const NESTING_MAXIMUM = 64;

export const parsePayload = (bytes: Uint8Array, charset = "utf-8"): Payload => {
  const text = decodeText(bytes, charset);
  return text === null ? notText(charset) : parseJson(text);
};

/** Blank text counts as an empty object. */
export const parseJson = (text: string): Payload => {
  if (text.trim() === "") return { json: {} };
  try {
    const json: unknown = JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? unusable(`must not be nested deeper than ${NESTING_MAXIMUM} levels`)
      : { json };
  } catch {
    return unusable("must be well-formed JSON");
  }
};

export const unusable = (problem: string): Payload => ({ json: {}, problem });

export const notText = (charset: string): Payload => unusable(`must be text in ${charset.toUpperCase()}`);

export const NOT_UTF8 = notText("utf-8");

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};
