import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export const CLIENT_FOLDER = join(ROOT, "client");

/** The README with the generated table of lost answers. */
export const CLIENT_README = join(CLIENT_FOLDER, "README.md");

/** The generated part of the client. */
export const GENERATED_CLIENT = join(CLIENT_FOLDER, "src/generated.ts");

/** Compiles the client to `dist` in a folder: ES modules with declarations, and CommonJS in `dist/cjs`. */
export const compileClient = (folder: string) => {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  compile("--outDir", dist);
  compile("--outDir", join(dist, "cjs"), ...COMMONJS);
  writeFileSync(join(dist, "cjs/package.json"), '{ "type": "commonjs" }\n');
};

const COMMONJS = "--module commonjs --moduleResolution bundler --verbatimModuleSyntax false".split(" ");

const compile = (...options: readonly string[]) =>
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["--project", CLIENT_FOLDER, ...options], {
    stdio: "inherit",
  });

/** Returns what `npm pack` would make of the package in a folder: name, files and size. */
export const packageSummary = (folder: string): string => {
  const printed = execFileSync("npm", ["pack", "--dry-run", "--json"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ id, filename, size, unpackedSize, entryCount }] = JSON.parse(printed);
  return [
    `client/dist: ${id}, ${entryCount} files, ${kilobytes(unpackedSize)} (${kilobytes(size)} packed)`,
    `"npm pack ./client" writes it to ${filename}.`,
  ].join("\n");
};

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} KB`;
