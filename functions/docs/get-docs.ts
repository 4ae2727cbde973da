import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
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
  const names = readdirSync(directory).filter((name) => name.endsWith(".gz"));
  return new Map(
    names.map((name) => basename(name, ".gz")).map((name) => [name, readPageFile(directory, name)]),
  );
};

const readPageFile = (directory: string, name: string): PublicFile => ({
  contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
  compressed: {
    gzip: readFileSync(join(directory, `${name}.gz`)),
    br: readFileSync(join(directory, `${name}.br`)),
  },
  cacheControl: name === PAGE ? CACHED_FOR_MINUTES : CACHED_FOREVER,
  headers: { "content-security-policy": SECURITY_POLICY, "referrer-policy": "no-referrer" },
});

let files: ReturnType<typeof readFiles> | undefined;

export const handler = publicFiles({
  name: "get-docs",
  fileOf: ({ pathParameters }) => {
    files ??= readFiles();
    return files.get(pathParameters?.file ?? PAGE);
  },
});
