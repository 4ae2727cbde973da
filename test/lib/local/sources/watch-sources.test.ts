import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readSourceFiles } from "../../../../lib/local/sources/source-files.ts";
import { watchSources } from "../../../../lib/local/sources/watch-sources.ts";
import { eventually } from "../../../support/eventually.ts";

let root: string;
let end: () => void;
const reported: string[] = [];
const errors: unknown[] = [];

const read = () => readSourceFiles(root, join(root, ".local"));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "intake-watch-"));
  mkdirSync(join(root, "lib"));
  writeFileSync(join(root, "lib/some.ts"), "first");
  const before = read();
  writeFileSync(join(root, "lib/while-synthesizing.ts"), "");
  reported.length = 0;
  errors.length = 0;
  end = watchSources({
    read,
    before,
    onChange: (files) => reported.push(...files),
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  end();
  rmSync(root, { recursive: true });
  expect(errors).toEqual([]);
});

const expectReport = async (files: readonly string[]) => {
  await eventually(() => [...reported]).toEqual(files);
  reported.length = 0;
};

describe("watching the sources", () => {
  beforeEach(() => expectReport(["lib/while-synthesizing.ts"]));

  it("reports a file each time that it is written, also if an editor replaces it", async () => {
    writeFileSync(join(root, "lib/some.ts"), "second");
    await expectReport(["lib/some.ts"]);
    for (const content of ["third", "fourth"]) {
      writeFileSync(join(root, "lib/.some.ts.new"), content);
      renameSync(join(root, "lib/.some.ts.new"), join(root, "lib/some.ts"));
      await expectReport(["lib/some.ts"]);
    }
  });

  it("reports the files of new folders, and removed files", async () => {
    mkdirSync(join(root, "lib/new"));
    await sleep(300);
    writeFileSync(join(root, "lib/new/some.ts"), "");
    await expectReport(["lib/new/some.ts"]);
    rmSync(join(root, "lib/new"), { recursive: true });
    await expectReport(["lib/new/some.ts"]);
  });

  it("reports nothing when a file is written without a change", async () => {
    writeFileSync(join(root, "lib/some.ts"), "first");
    utimesSync(join(root, "lib/some.ts"), 1, 1);
    await sleep(500);
    expect(reported).toEqual([]);
  });
});
