import { createHash } from "node:crypto";
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { hasErrorCode, StartError } from "../host/start-error.ts";

/** Folders of a checkout without sources. Every other folder counts, so that none is forgotten. */
const OTHER_FOLDERS = new Set(["cdk.out", "client", "node_modules", "test"]);

/** npm's record of the installed packages, which stands for them together with the lockfile. */
const INSTALLED = "node_modules/.package-lock.json";

/** The files from which the stack is synthesized, with their contents at one moment. */
export type SourceFiles = {
  readonly folders: readonly string[];
  /** Path in the checkout, with `/` → hash of the content. */
  readonly hashes: ReadonlyMap<string, string>;
};

/** @throws StartError if the data folder is the checkout or contains it: no file of it would count as a source */
export const requireDataFolder = (root: string, dataFolder: string): void => {
  const path = relative(dataFolder, root);
  if (isAbsolute(path) || path.split(sep)[0] === "..") return;
  throw new StartError(
    `The data folder ${resolve(dataFolder)} contains the checkout: choose another with INTAKE_LOCAL_DIR.`,
  );
};

/** @param dataFolder is left out if it lies in the checkout */
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

/** Returns the same text for the same contents, regardless of the files' times, on the same version of Node. */
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

/** Returns an empty hash if the file is gone. */
const hashOf = (file: string) => ifPresent(() => sha256(readFileSync(file))) ?? "";

/** Returns undefined for a file or folder that is gone by now. */
const ifPresent = <Result>(read: () => Result) => {
  try {
    return read();
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
