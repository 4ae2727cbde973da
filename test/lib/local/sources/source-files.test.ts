import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { StartError } from "../../../../lib/local/host/start-error.ts";
import {
  changedFiles,
  fingerprintOf,
  readSourceFiles,
  requireDataFolder,
} from "../../../../lib/local/sources/source-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "intake-sources-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, content = "") => {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};

const read = (dataFolder = ".local") => readSourceFiles(root, join(root, dataFolder));

/** Returns the changes for the next start, and whether it synthesizes anew. */
const effectOf = (change: () => void, dataFolder?: string) => {
  const before = read(dataFolder);
  change();
  const after = read(dataFolder);
  return {
    files: changedFiles(before, after),
    isNew: fingerprintOf(before) !== fingerprintOf(after),
  };
};

describe("the sources of the stack", () => {
  it.each([
    "lib/stacks/intake-stack.ts",
    "shared/leads/deep/lead.rules.ts",
    "docs/api.md",
    "a-new-folder/some.txt",
    "cdk.json",
    "package-lock.json",
    "tsconfig.json",
    "node_modules/.package-lock.json",
  ])("include %s: added, changed or removed", (file) => {
    expect(effectOf(() => write(file))).toEqual({ files: [file], isNew: true });
    expect(effectOf(() => write(file, "changed"))).toEqual({ files: [file], isNew: true });
    expect(effectOf(() => rmSync(join(root, file)))).toEqual({ files: [file], isNew: true });
  });

  it.each([
    "node_modules/some/index.js",
    "test/some.test.ts",
    "README.md",
    ".git/index",
    "lib/.some.ts.swp",
    "lib/some.ts~",
    "data/dynamodb/some.db",
  ])("do not include %s", (file) => {
    expect(effectOf(() => write(file, "changed"), "data")).toEqual({ files: [], isNew: false });
  });

  it("stay the same while only the time of a file has changed", () => {
    const file = write("lib/some.ts", "same");
    expect(effectOf(() => utimesSync(file, 1, 1))).toEqual({ files: [], isNew: false });
  });

  it("differ under another name", () => {
    write("lib/some.ts", "same");
    const change = () => {
      rmSync(join(root, "lib/some.ts"));
      write("lib/other.ts", "same");
    };
    expect(effectOf(change)).toEqual({ files: ["lib/some.ts", "lib/other.ts"], isNew: true });
  });
});

describe("the data folder", () => {
  it.each(["", ".", "..", "../..", "/"])("is refused if it contains the checkout: %j", (folder) => {
    expect(() => requireDataFolder(root, resolve(root, folder))).toThrow(StartError);
  });

  it.each([".local", "..local", "../local", "../../local"])("may be any other: %j", (folder) => {
    expect(() => requireDataFolder(root, resolve(root, folder))).not.toThrow();
  });
});
