import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { CLIENT_FOLDER, compileClient } from "../../lib/documents/client/client-package.ts";

const NODE_MODULES = join(import.meta.dirname, "../../node_modules");

const directories: string[] = [];

afterAll(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

/** Packs the client and installs the tarball and its dependency in a new folder, without a registry. */
export const installPackedClient = () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "intake-packed-client-")));
  directories.push(directory);
  const packed = join(directory, "packed");
  const installed = join(directory, "node_modules/@intake/client");
  for (const folder of [packed, installed]) mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", packClient(packed), "-C", installed, "--strip-components=1"]);
  for (const name of ["standardwebhooks", "@types"]) {
    symlinkSync(join(NODE_MODULES, name), join(directory, "node_modules", name));
  }
  return { directory, installed };
};

/**
 * Packs the package in an empty folder.
 * @returns the path of its tarball
 */
const packClient = (folder: string): string => {
  for (const file of ["package.json", "README.md"])
    copyFileSync(join(CLIENT_FOLDER, file), join(folder, file));
  compileClient(folder);
  const printed = execFileSync("npm", ["pack", "--silent"], { cwd: folder, encoding: "utf8" });
  return join(folder, printed.trim());
};
