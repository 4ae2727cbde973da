import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { hasErrorCode } from "../host/start-error.ts";

/** What a checkout holds beside sources; every other folder counts, so that none is forgotten. */
const OTHER_FOLDERS = new Set(["cdk.out", "client", "node_modules", "test"]);

/** The lockfile and what npm has installed by it stand for the packages. */
const INSTALLED = "node_modules/.package-lock.json";

/** The files from which the stack is synthesized, as their contents were at one moment. */
export type SourceFiles = {
  readonly folders: readonly string[];
  /** Path in the checkout, with `/` → hash of the content. */
  readonly hashes: ReadonlyMap<string, string>;
};

/** @param dataFolder is left out, should it lie in the checkout */
export const readSourceFiles = (root: string, dataFolder: string): SourceFiles => {
  const inRoot = entriesOf(root).filter(isSourceInRoot);
  const inFolders = inRoot
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => entriesOf(pathOf(entry), { recursive: true }));
  const entries = [...inRoot, ...inFolders].filter(
    (entry) =>
      !IS_NO_SOURCE.test(entry.name) && !`${pathOf(entry)}${sep}`.startsWith(resolve(dataFolder) + sep),
  );
  const files = entries.filter((entry) => !entry.isDirectory()).map(pathOf);
  const hashes = [...files, join(root, INSTALLED)].map((file): [string, string] => [
    relative(root, file).replaceAll("\\", "/"),
    hashOf(file),
  ]);
  return {
    folders: [root, ...entries.filter((entry) => entry.isDirectory()).map(pathOf)],
    hashes: new Map(hashes),
  };
};

/** The same for the same files, whatever their times are, on the same version of Node. */
export const fingerprintOf = ({ hashes }: SourceFiles): string =>
  sha256([process.version, ...[...hashes].sort().flat()].join("\n"));

export const changedFiles = (before: SourceFiles, after: SourceFiles): string[] =>
  [...new Set([...before.hashes.keys(), ...after.hashes.keys()])].filter(
    (file) => before.hashes.get(file) !== after.hashes.get(file),
  );

/** Hidden and backup files. */
const IS_NO_SOURCE = /^\.|~$/;

const isSourceInRoot = (entry: Dirent) =>
  entry.isDirectory()
    ? !/^\./.test(entry.name) && !OTHER_FOLDERS.has(entry.name)
    : entry.name.endsWith(".json");

const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);

const entriesOf = (folder: string, options: { readonly recursive?: boolean } = {}) =>
  ifPresent(() => readdirSync(folder, { ...options, withFileTypes: true })) ?? [];

/** Empty if the file is gone. */
const hashOf = (file: string) => ifPresent(() => sha256(readFileSync(file))) ?? "";

/** Files and folders may go while they are read. */
const ifPresent = <Result>(read: () => Result) => {
  try {
    return read();
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
