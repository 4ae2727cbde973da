import type { parseMultipart as parse } from "@remix-run/multipart-parser";
import type { formatInTimeZone as format } from "date-fns-tz";

// Replaces packages in the bundles, which are CommonJS. The first call loads the file beside the bundle.

export const parseMultipart: typeof parse = (...body) =>
  require("./multipart-parser.cjs").parseMultipart(...body);

export const formatInTimeZone: typeof format = (...values) =>
  require("./time-zones.cjs").formatInTimeZone(...values);
