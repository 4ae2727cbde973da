import { MIMEType } from "node:util";
import { LIMITS } from "./limits.ts";

/** The parts of a content type, in lower case except for the boundary. */
export type MediaType = {
  /** A type such as `multipart/form-data`; null when it is absent or malformed. */
  readonly essence: string | null;
  /** The Encoding Standard's name of the character set; null for an unknown one, the default for none. */
  readonly charset: string | null;
  readonly boundary: string | null;
};

/** Parses the stored part of a content type: Node takes quadratic time for white space within one. */
export const parseMediaType = (
  contentType: string | null | undefined,
  defaultCharset = "utf-8",
): MediaType => {
  const text = (contentType ?? "").slice(0, LIMITS.deliveryHeaderCharacters);
  const type = orNull(() => new MIMEType(text));
  return {
    essence: type?.essence ?? null,
    charset: orNull(() => new TextDecoder(type?.params.get("charset") ?? defaultCharset).encoding),
    boundary: type?.params.get("boundary") ?? null,
  };
};

const orNull = <Value>(construct: () => Value): Value | null => {
  try {
    return construct();
  } catch {
    return null;
  }
};

export const URLENCODED_FORM = "application/x-www-form-urlencoded";

/** Returns whether a body has one of the types of forms in browsers. */
export const isForm = ({ essence }: MediaType) =>
  essence === URLENCODED_FORM || essence === "multipart/form-data";
