import type { MultipartPart as Part, parseMultipart as parse } from "@remix-run/multipart-parser";
import type { formatInTimeZone as format } from "date-fns-tz";

// Replaces packages in the bundles, which are CommonJS. The first call loads the file beside the bundle.

export const parseMultipart: typeof parse = (...body) =>
  require("./multipart-parser.cjs").parseMultipart(...body);

/** Loads the class at its first instance. */
export function MultipartPart(...content: ConstructorParameters<typeof Part>): Part {
  return new (require("./multipart-parser.cjs").MultipartPart)(...content);
}

export const formatInTimeZone: typeof format = (...values) =>
  require("./time-zones.cjs").formatInTimeZone(...values);
