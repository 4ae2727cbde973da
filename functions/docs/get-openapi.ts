import { gzipSync } from "node:zlib";
import document from "../../docs/openapi.json" with { type: "json" };
import { weekOf, withCurrentDates } from "../../shared/api/current-dates.ts";
import { CACHED_FOR_MINUTES, type PublicFile, publicFiles } from "../../shared/api/public-files.ts";

/** The document's file of a week, in which its examples have the same dates. */
let current: { readonly week: number; readonly file: PublicFile } | undefined;

export const handler = publicFiles({
  name: "get-openapi",
  fileOf: () => {
    const now = Date.now();
    if (current?.week !== weekOf(now)) current = { week: weekOf(now), file: fileAt(now) };
    return current.file;
  },
});

const fileAt = (nowMilliseconds: number): PublicFile => ({
  contentType: "application/json; charset=utf-8",
  compressed: { gzip: gzipSync(JSON.stringify(withCurrentDates(document, nowMilliseconds))) },
  cacheControl: CACHED_FOR_MINUTES,
  // Tools that run in a page read the document; pages of others may read nothing else.
  headers: { "access-control-allow-origin": "*" },
});
