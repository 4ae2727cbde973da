import canonicalize from "canonicalize";

/** The characters of the bytes 0x80 to 0x9F in windows-1252, which Node 20 decodes as ISO-8859-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes bytes in a character set, without the byte order mark; null for bytes that are not text in it. */
export const decodeText = (bytes: Uint8Array, charset = "utf-8"): string | null => {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return charset === "windows-1252"
      ? text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
      : text;
  } catch {
    return null;
  }
};

/** A decoded body, or the reason why it cannot be used. */
export type Payload = { readonly json: unknown; readonly problem?: string };

const NESTING_MAXIMUM = 64;

export const parsePayload = (bytes: Uint8Array, charset = "utf-8"): Payload => {
  const text = decodeText(bytes, charset);
  return text === null ? notText(charset) : parseJson(text);
};

/** Parses JSON. Blank text counts as an empty object. */
export const parseJson = (text: string): Payload => {
  if (text.trim() === "") return { json: {} };
  try {
    const json: unknown = JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? invalidPayload(`must not be nested deeper than ${NESTING_MAXIMUM} levels`)
      : { json };
  } catch {
    return invalidPayload("must be well-formed JSON");
  }
};

export const invalidPayload = (problem: string) => ({ json: {}, problem }) satisfies Payload;

export const notText = (charset: string) => invalidPayload(`must be text in ${charset.toUpperCase()}`);

export const NOT_UTF8 = notText("utf-8");

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};

/**
 * Formats JSON by RFC 8785, so that key order and white space make no difference. `JSON.stringify` first turns a number
 * that overflowed, such as 1e999, into null, because RFC 8785 cannot represent it.
 */
export const canonicalText = (json: unknown): string => canonicalize(JSON.parse(JSON.stringify(json))) ?? "";

/** Parses JSON. Its texts may hold control characters as they are: senders paste what people wrote, line breaks included. */
export const parseSentJson = (text: string): Payload => {
  const payload = parseJson(text);
  if (payload.problem === undefined) return payload;
  const escaped = withEscapedControls(text);
  return escaped === text ? payload : parseJson(escaped);
};

/** Yields every text and number in JSON, with those of JSON within texts. */
export function* textsIn(json: unknown): Generator<string> {
  if (typeof json === "string") yield* textAndItsJson(json);
  else if (typeof json === "number") yield String(json);
  else if (typeof json === "object" && json !== null) {
    for (const value of Object.values(json)) yield* textsIn(value);
  }
}

function* textAndItsJson(text: string): Generator<string> {
  yield text;
  if (/^\s*[{[]/.test(text)) yield* textsIn(parseSentJson(text).json);
}

/** Escapes the control characters within the texts of JSON, where its grammar has none. Others are white space there. */
const withEscapedControls = (json: string): string => {
  let isInText = false;
  return json.replace(/\\.|"|\p{Cc}/gsu, (found) => {
    if (found === '"') isInText = !isInText;
    const isControl = found !== '"' && !found.startsWith("\\");
    return isInText && isControl ? JSON.stringify(found).slice(1, -1) : found;
  });
};
