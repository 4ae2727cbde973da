import type { InboundDelivery, Source } from "../../../client/src/generated.ts";
import { placeAt } from "./paths.ts";

/** A delivery's body as the mapping reads it. `json` is undefined where it cannot be read, and `problem` says why. */
export type Body = {
  readonly kind: "json" | "form";
  readonly json?: unknown;
  readonly text: string | null;
  readonly problem: "hidden" | "cut" | "binary" | "unreadable" | null;
};

/** The part of a body that is stored. */
const STORED_BYTES = 256 * 1024;

type Sent = Pick<InboundDelivery, "body" | "body_encoding" | "body_bytes" | "content_type">;

/** Decodes a body as the service does: a form if its content type says so and it does not begin like JSON. */
export const readBody = (sent: Sent, jsonFields: Source["json_fields"]): Body => {
  const type = sent.content_type ?? "";
  const bytes = bytesOf(sent);
  const [, charset = "utf-8"] = /;\s*charset="?([^\s;"]+)/i.exec(type) ?? [];
  const text = decoded(bytes, charset);
  const kind = isForm(bytes, type) ? "form" : "json";
  const json = kind === "form" ? parsedForm({ bytes, type, charset }) : parsedJson(text);
  const problem = problemOf(sent, json, text);
  return problem === null
    ? { kind, json: withJsonFields(json, jsonFields), text, problem }
    : { kind, text, problem };
};

const problemOf = ({ body, body_bytes }: Sent, json: unknown, text: string | null): Body["problem"] => {
  if (body === "" && body_bytes > 0) return "hidden";
  if (json !== undefined) return null;
  if (body_bytes > STORED_BYTES) return "cut";
  return text === null ? "binary" : "unreadable";
};

const FORM = /^\s*(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
const JSON_START = /^[\s\0\xef\xbb\xbf\xfe\xff]*[{[]/;

const isForm = (bytes: Uint8Array, type: string) =>
  FORM.test(type) && bytes.length > 0 && !JSON_START.test(latin1(bytes.subarray(0, 100)));

const bytesOf = ({ body, body_encoding }: Sent): Uint8Array =>
  body_encoding === "utf8" ? new TextEncoder().encode(body) : fromLatin1(atob(body));

const fromLatin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** In parts, because a call has a limit of arguments. */
const latin1 = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
};

const decoded = (bytes: Uint8Array, charset: string): string | null => {
  try {
    return new TextDecoder(isCharset(charset) ? charset : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const isCharset = (charset: string) => {
  try {
    return Boolean(new TextDecoder(charset));
  } catch {
    return false;
  }
};

type SentForm = { readonly bytes: Uint8Array; readonly type: string; readonly charset: string };

const parsedForm = ({ bytes, type, charset }: SentForm): unknown => {
  const binary = latin1(bytes);
  const fields = /^\s*multipart/i.test(type) ? multipartFields(binary, type) : urlencodedFields(binary);
  const texts = fields?.map((pair) => pair.map((part) => decoded(fromLatin1(part), charset)));
  if (texts === undefined || texts.flat().includes(null)) return undefined;
  const json = new Map<unknown, unknown>();
  for (const [name, value] of texts) json.set(name, json.has(name) ? [json.get(name), value].flat() : value);
  return Object.fromEntries(json);
};

/** Parses JSON. Its texts may hold control characters as they are, because people paste what they wrote. */
const parsedJson = (text: string | null): unknown => {
  if (text === null || text.trim() === "") return text === null ? undefined : {};
  let isInText = false;
  const escaped = text.replace(/\\.|"|\p{Cc}/gsu, (found) => {
    if (found === '"') isInText = !isInText;
    return isInText && found.length === 1 && found !== '"' ? JSON.stringify(found).slice(1, -1) : found;
  });
  try {
    return JSON.parse(escaped);
  } catch {
    return undefined;
  }
};

type Fields = (readonly [name: string, value: string])[];

const urlencodedFields = (binary: string): Fields =>
  binary
    .split("&")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => {
      const [name = "", ...values] = pair.split("=").map((part) => part.replaceAll("+", " "));
      return [unescaped(name), unescaped(values.join("="))];
    });

const unescaped = (part: string) =>
  part.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the fields of a multipart form, of a file its name; undefined if the form is malformed. */
const multipartFields = (binary: string, type: string): Fields | undefined => {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const [, ...parts] = `\r\n${binary}`.split(`\r\n--${quoted ?? bare ?? "\0"}`);
  if (!parts.pop()?.startsWith("--")) return undefined;
  return parts.flatMap((part): Fields => {
    const end = part.indexOf("\r\n\r\n");
    const disposition = /^content-disposition:.*$/im.exec(part.slice(0, end))?.[0] ?? "";
    const textOf = (name: string) =>
      new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, "i").exec(disposition);
    const name = textOf("name");
    const file = textOf("filename");
    const value = file ? (file[1] ?? file[2] ?? "") : part.slice(end + 4);
    return name ? [[name[1] ?? name[2] ?? "", value]] : [];
  });
};

/** Replaces texts that contain JSON by it, in the order of their paths. */
const withJsonFields = (json: unknown, paths: readonly string[]): unknown =>
  paths.reduce((outer, path) => {
    const place = placeAt(outer, path);
    const inner =
      typeof place?.value === "string" && place.value.trim() !== "" ? parsedJson(place.value) : undefined;
    return place && inner !== undefined ? withValueAt(outer, place.keys, inner) : outer;
  }, json);

const withValueAt = (
  json: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown => {
  if (key === undefined) return value;
  const inner = withValueAt(Object(json)[key], rest, value);
  return Array.isArray(json)
    ? json.map((entry, index) => (index === key ? inner : entry))
    : { ...Object(json), [key]: inner };
};
