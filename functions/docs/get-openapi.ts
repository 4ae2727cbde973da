import { gzipSync } from "node:zlib";
import document from "../../docs/openapi.json" with { type: "json" };
import { CACHED_FOR_MINUTES, type PublicFile, publicFiles } from "../../shared/api/public-files.ts";

let file: PublicFile | undefined;

export const handler = publicFiles({
  name: "get-openapi",
  fileOf: () => {
    file ??= {
      contentType: "application/json; charset=utf-8",
      compressed: { gzip: gzipSync(JSON.stringify(document)) },
      cacheControl: CACHED_FOR_MINUTES,
      // Tools that run in a page read the document; pages of others may read nothing else.
      headers: { "access-control-allow-origin": "*" },
    };
    return file;
  },
});
