import { type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import { decodeText } from "../api/decode-text.ts";
import { notText, type Payload, unusable } from "../api/payload.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { type FormField, jsonFromFields } from "./form-fields.rules.ts";
import { parseMediaType } from "./media-type.rules.ts";

/** RFC 2046 §5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{1,70}$/;

const MALFORMED = unusable(
  `must be well-formed multipart/form-data of at most ${LIMITS.formFields} parts, each with a header of at most ${LIMITS.partHeaderBytes} bytes`,
);

/** Decodes `multipart/form-data`: the text of each part, and of a file its name alone. */
export const decodeMultipartForm = (bytes: Uint8Array, boundary: string | null): Payload => {
  if (boundary === null || !BOUNDARY.test(boundary)) {
    return unusable("must have a content type that names the boundary of its parts");
  }
  try {
    const fields: FormField[] = [];
    for (const part of parseMultipart(withoutPreamble(bytes, boundary), limits(boundary))) {
      const { text, charset } = decodePart(part);
      if (text === null) return notText(charset);
      if (part.name !== undefined) fields.push([part.name, text]);
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
  maxFileSize: LIMITS.deliveryBodyBytes,
  maxTotalSize: LIMITS.deliveryBodyBytes,
});

/** The parser requires the first boundary at the start; RFC 2046 allows text before it. */
const withoutPreamble = (bytes: Uint8Array, boundary: string): Uint8Array => {
  const body = Buffer.from(bytes);
  const delimiter = `--${boundary}`;
  if (body.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) return body;
  const lineBreak = body.indexOf(`\r\n${delimiter}`);
  return lineBreak < 0 ? body : body.subarray(lineBreak + 2);
};

const decodePart = (part: MultipartPart) => {
  const charset = parseMediaType(part.headers["content-type"]).charset ?? "utf-8";
  return { charset, text: part.isFile ? (part.filename ?? "") : decodeText(part.bytes, charset) };
};
