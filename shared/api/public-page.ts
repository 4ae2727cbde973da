import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { CACHED_FOR_MINUTES, CACHED_FOREVER, type PublicFile, publicFiles } from "./public-files.ts";

const PAGE = "index.html";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
};

/** Allows scripts, styles and requests of this host only, and no frame. */
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

type PageOptions = {
  readonly name: string;
  /** The allowed sources of styles. */
  readonly styles: string;
};

/**
 * The Lambda handler of a page: its HTML, and the files that the HTML names, from the folder `page` of the function's
 * code.
 */
export const publicPage = ({ name, styles }: PageOptions) => {
  const policy = [...SECURITY_POLICY, `style-src ${styles}`].join("; ");
  let files: ReadonlyMap<string, PublicFile> | undefined;
  return publicFiles({
    name,
    fileOf: ({ pathParameters }) => {
      files ??= readFiles(policy);
      const file = pathParameters?.file;
      // Below its own address, the page would not find the files that it names.
      return file === PAGE ? undefined : files.get(file ?? PAGE);
    },
  });
};

/** Reads the files of a page, by name. `LAMBDA_TASK_ROOT` is the directory of the function's code. */
const readFiles = (policy: string) => {
  const directory = join(process.env.LAMBDA_TASK_ROOT ?? "", "page");
  const names = readdirSync(directory).filter((name) => name.endsWith(".gz"));
  return new Map(
    names
      .map((name) => basename(name, ".gz"))
      .map((name) => [name, readPageFile(directory, name, policy)] as const),
  );
};

const readPageFile = (directory: string, name: string, policy: string): PublicFile => ({
  contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
  compressed: {
    gzip: readFileSync(join(directory, `${name}.gz`)),
    br: readFileSync(join(directory, `${name}.br`)),
  },
  isAlwaysCompressed: name !== PAGE,
  cacheControl: name === PAGE ? CACHED_FOR_MINUTES : CACHED_FOREVER,
  headers: { "content-security-policy": policy, "referrer-policy": "no-referrer" },
});
