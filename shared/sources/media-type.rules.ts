import { MIMEType } from "node:util";

/** What a content type says about a body, in lower case except for the boundary. */
export type MediaType = {
  /** Such as `multipart/form-data`; null when there is no content type or it is malformed. */
  readonly essence: string | null;
  /** The name that the Encoding Standard gives the character set; null for an unknown one, UTF-8 for none. */
  readonly charset: string | null;
  readonly boundary: string | null;
};

export const parseMediaType = (contentType: string | null | undefined): MediaType => {
  const type = parsed(contentType ?? "");
  return {
    essence: type?.essence ?? null,
    charset: knownCharset(type?.params.get("charset") ?? "utf-8"),
    boundary: type?.params.get("boundary") ?? null,
  };
};

const FORM = "application/x-www-form-urlencoded";
const MULTIPART_FORM = "multipart/form-data";

export const isUrlencodedForm = ({ essence }: MediaType) => essence === FORM;

/** Whether a body has one of the types that browsers send forms as. */
export const isForm = (type: MediaType) => isUrlencodedForm(type) || type.essence === MULTIPART_FORM;

const parsed = (contentType: string): MIMEType | null => {
  try {
    return new MIMEType(contentType);
  } catch {
    return null;
  }
};

const knownCharset = (label: string): string | null => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
};
