import { decodeText } from "../api/decode-text.ts";
import { notText, type Payload, parsePayload } from "../api/payload.ts";
import { isForm, isUrlencodedForm, parseMediaType } from "./media-type.rules.ts";
import { decodeMultipartForm } from "./multipart-form.rules.ts";
import { decodeUrlencodedForm } from "./urlencoded-form.rules.ts";

/**
 * Decodes what a source sent: a form if its content type says so, otherwise JSON. Many senders label JSON as a form, so
 * a body that begins like JSON is JSON. A character set that nobody knows counts as UTF-8.
 */
export const decodeBody = (bytes: Uint8Array, contentType: string | null): Payload => {
  const type = parseMediaType(contentType);
  const encoding = type.charset ?? "utf-8";
  if (!isForm(type) || isEmpty(bytes) || beginsLikeJson(bytes)) return parsePayload(bytes, encoding);
  const isUrlencoded = isUrlencodedForm(type);
  if (isUrlencoded && !encoding.startsWith("utf-16")) return decodeUrlencodedForm(bytes, encoding);
  const utf8 = toUtf8(bytes, encoding);
  if (utf8 === null) return notText(encoding);
  return isUrlencoded ? decodeUrlencodedForm(utf8, "utf-8") : decodeMultipartForm(utf8, type.boundary);
};

/** The parts of UTF-8 stay bytes: files among them are not text, and others may name a character set of their own. */
const toUtf8 = (bytes: Uint8Array, encoding: string): Uint8Array | null => {
  if (encoding === "utf-8") return bytes;
  const text = decodeText(bytes, encoding);
  return text === null ? null : Buffer.from(text);
};

const isEmpty = (bytes: Uint8Array) => bytes.byteLength === 0;

/** Byte order marks, and the zero bytes of UTF-16, may precede the first brace or bracket. */
const JSON_START = /^[\s\0\xef\xbb\xbf\xfe\xff]*[{[]/;

const beginsLikeJson = (bytes: Uint8Array) => JSON_START.test(Buffer.from(bytes).toString("latin1"));
