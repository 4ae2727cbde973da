import { MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import { decodeText, invalidPayload, notText, type Payload, parseSentJson } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isForm, type MediaType, parseMediaType, URLENCODED_FORM } from "../schema/media-type.ts";

/** Returns whether a body is a form in which a plus stands for a space. */
export const isUrlencodedForm = (bytes: Uint8Array, contentType: string | null): boolean =>
  parseMediaType(contentType).essence === URLENCODED_FORM && !beginsLikeJson(bytes);

/**
 * Decodes the body of a source's request: a form if its content type says so, otherwise JSON. Many senders label JSON
 * as a form, so a body that begins like JSON is JSON. An unknown character set counts as UTF-8.
 */
export const decodeBody = (bytes: Uint8Array, contentType: string | null): Payload => {
  const type = parseMediaType(contentType);
  const encoding = type.charset ?? "utf-8";
  const isJson = !isForm(type) || bytes.byteLength === 0 || beginsLikeJson(bytes);
  if (!isJson && !encoding.startsWith("utf-16"))
    return decodeForm({ bytes, charset: encoding, isConverted: false }, type);
  const text = decodeText(bytes, encoding);
  if (text === null) return notText(encoding);
  if (isJson) return parseSentJson(text);
  return decodeForm({ bytes: Buffer.from(text), charset: "utf-8", isConverted: true }, type);
};

/** A form in a character set whose first 128 characters are ASCII, as its delimiters are. */
type Form = {
  readonly bytes: Uint8Array;
  readonly charset: string;
  /** True if the form was sent in UTF-16, so that its parts are in no other character set. */
  readonly isConverted: boolean;
};

const decodeForm = (form: Form, { essence, boundary }: MediaType): Payload =>
  essence === URLENCODED_FORM ? decodeUrlencodedForm(form) : decodeMultipartForm(form, boundary);

/** Allows byte order marks, and the zero bytes of UTF-16, before the first brace or bracket. */
const JSON_START = /^[\s\0\xef\xbb\xbf\xfe\xff]*[{[]/;

const beginsLikeJson = (bytes: Uint8Array) => JSON_START.test(Buffer.from(bytes).toString("latin1"));

/** A form field: its name and text. */
type FormField = readonly [name: string, text: string];

const decodeUrlencodedForm = ({ bytes, charset }: Form): Payload => {
  const pairs = Buffer.from(bytes)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair.trim() !== "");
  if (pairs.length > LIMITS.formFields)
    return invalidPayload(`must have at most ${LIMITS.formFields} fields`);
  const fields: FormField[] = [];
  for (const pair of pairs) {
    const [name = "", ...values] = pair.split("=");
    const [decodedName, text] = [name, values.join("=")].map((part) =>
      decodeText(percentDecoded(part), charset),
    );
    if (typeof decodedName !== "string" || typeof text !== "string") return notText(charset);
    fields.push([decodedName, text]);
  }
  return { json: jsonFromFields(fields) };
};

/** Leaves a malformed escape unchanged. */
const percentDecoded = (text: string): Uint8Array => {
  const decoded = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
};

/** RFC 2046 §5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{1,70}$/;

const MALFORMED = invalidPayload(
  `must be well-formed multipart/form-data of at most ${LIMITS.formFields} parts, each with a header of at most ${LIMITS.partHeaderBytes} bytes`,
);

/** Decodes `multipart/form-data`: the text of each part, and only the name of a file. */
const decodeMultipartForm = (form: Form, boundary: string | null): Payload => {
  if (boundary === null || !BOUNDARY.test(boundary)) {
    return invalidPayload("must have a content type that names the boundary of its parts");
  }
  try {
    const fields: FormField[] = [];
    for (const parsed of parseMultipart(withoutPreamble(parsable(form), boundary), limits(boundary))) {
      const { name, text, charset } = decodePart(parsed, form);
      if (text === null) return notText(charset);
      if (name !== undefined) fields.push([name, text]);
    }
    return { json: jsonFromFields(fields) };
  } catch {
    return MALFORMED;
  }
};

const limits = (boundary: string) => ({
  boundary,
  maxParts: LIMITS.formFields,
  maxHeaderSize: LIMITS.partHeaderBytes,
  maxFileSize: PARSABLE_BYTES_MAXIMUM,
  maxTotalSize: PARSABLE_BYTES_MAXIMUM,
});

/** `parsable` makes up to two bytes of one. */
const PARSABLE_BYTES_MAXIMUM = 2 * LIMITS.deliveryBodyBytes;

/** Returns bytes that the parser can read. It takes headers for UTF-8, so each other byte becomes a character of UTF-8. */
const parsable = ({ bytes, charset }: Form): Uint8Array =>
  charset === "utf-8" ? bytes : Buffer.from(Buffer.from(bytes).toString("latin1"));

/** Returns a parsed part with its header in UTF-8 and its text as it was sent; null if its header is not text. */
const sentPart = (part: MultipartPart, { charset }: Form): MultipartPart | null => {
  if (charset === "utf-8") return part;
  const lines = Object.entries(part.headers).map(([name, value]) => `${name}: ${value}`);
  const header = decodeText(Buffer.from(lines.join("\r\n"), "latin1"), charset);
  return header === null ? null : new MultipartPart(Buffer.from(header), [Buffer.from(part.text, "latin1")]);
};

/** Removes the text before the first boundary. RFC 2046 allows it; the parser does not. */
const withoutPreamble = (bytes: Uint8Array, boundary: string): Uint8Array => {
  const body = Buffer.from(bytes);
  const delimiter = `--${boundary}`;
  if (body.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) return body;
  const lineBreak = body.indexOf(`\r\n${delimiter}`);
  return lineBreak < 0 ? body : body.subarray(lineBreak + 2);
};

/** Returns a part's text, null for bytes that are not text, in its character set or the form's. */
const decodePart = (parsed: MultipartPart, form: Form) => {
  const part = sentPart(parsed, form);
  if (part === null) return { charset: form.charset, text: null };
  const own = form.isConverted ? null : parseMediaType(part.headers["content-type"], form.charset).charset;
  const charset = own ?? form.charset;
  // Bytes that are no text may be a file without a name.
  const text = part.filename ?? decodeText(part.bytes, charset) ?? (part.isFile ? "" : null);
  return { name: part.name, charset, text };
};

/** Returns the fields as JSON. A repeated name holds a list. */
const jsonFromFields = (fields: readonly FormField[]): unknown => {
  const texts = new Map<string, string[]>();
  for (const [name, text] of fields) {
    const list = texts.get(name) ?? [];
    list.push(text);
    texts.set(name, list);
  }
  return Object.fromEntries([...texts].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
};
