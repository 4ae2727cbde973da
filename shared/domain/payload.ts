/** A body parsed as JSON, or why it cannot be used. */
export type Payload = { readonly json: unknown; readonly problem?: string };

const NESTING_MAXIMUM = 64;

export const parsePayload = (bytes: Uint8Array): Payload => {
  const text = decodeUtf8(bytes);
  if (text === null) return NOT_UTF8;
  if (text.trim() === "") return { json: {} };
  try {
    const json: unknown = JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? invalid(`must not be nested deeper than ${NESTING_MAXIMUM} levels`)
      : { json };
  } catch {
    return invalid("must be well-formed JSON");
  }
};

const invalid = (problem: string): Payload => ({ json: {}, problem });

export const NOT_UTF8 = invalid("must be text in UTF-8");

/** Null for bytes that are not UTF-8. */
const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};
