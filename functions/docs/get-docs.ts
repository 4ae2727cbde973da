import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import {
  CACHED_FOR_MINUTES,
  CACHED_FOREVER,
  type PublicFile,
  publicFiles,
} from "../../shared/api/public-files.ts";

const PAGE = "index.html";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** Scripts, styles and requests of this host alone. The library that draws the page writes its theme into a style element. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The files of the reference page, by their names. `LAMBDA_TASK_ROOT` is the directory of the function's code. */
const readFiles = () => {
  const directory = join(process.env.LAMBDA_TASK_ROOT ?? "", "page");
  return new Map(
    readdirSync(directory).map((name): [string, PublicFile] => [
      name,
      {
        contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
        compressed: readFileSync(join(directory, name)),
        cacheControl: name === PAGE ? CACHED_FOR_MINUTES : CACHED_FOREVER,
        headers: { "content-security-policy": SECURITY_POLICY, "referrer-policy": "no-referrer" },
      },
    ]),
  );
};

let files: ReturnType<typeof readFiles> | undefined;

export const handler = publicFiles({
  name: "get-docs",
  fileOf: ({ pathParameters }) => {
    files ??= readFiles();
    return files.get(pathParameters?.file ?? PAGE);
  },
});
