import type { parseMultipart as parse } from "@remix-run/multipart-parser";

/** Replaces the package in the bundles, which are CommonJS: the first form loads it. */
export const parseMultipart: typeof parse = (...body) =>
  require("./multipart-parser.cjs").parseMultipart(...body);
