import { decodeText } from "../api/decode-text.ts";
import { notText, type Payload, unusable } from "../api/payload.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { type FormField, jsonFromFields } from "./form-fields.rules.ts";

/** Decodes `application/x-www-form-urlencoded` in any character set whose first 128 characters are ASCII. */
export const decodeUrlencodedForm = (bytes: Uint8Array, charset: string): Payload => {
  const pairs = Buffer.from(bytes)
    .toString("latin1")
    .split("&")
    .filter((pair) => pair.trim() !== "");
  if (pairs.length > LIMITS.formFields) return unusable(`must have at most ${LIMITS.formFields} fields`);
  const fields: FormField[] = [];
  for (const pair of pairs) {
    const field = decodePair(pair, charset);
    if (field === null) return notText(charset);
    fields.push(field);
  }
  return { json: jsonFromFields(fields) };
};

const decodePair = (pair: string, charset: string): FormField | null => {
  const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
  const decodedName = decodeText(percentDecoded(name), charset);
  const text = decodeText(percentDecoded(value), charset);
  return decodedName === null || text === null ? null : [decodedName, text];
};

/** A malformed escape stays as it is. */
const percentDecoded = (text: string): Uint8Array => {
  const decoded = text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, "latin1");
};
