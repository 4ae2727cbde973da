import { EventEmitter, once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { newFirm } from "../../support/firms.ts";
import { runCommand } from "../../support/operator.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

const { stdout: actual } = process;
const replaceStdout = (value: Writable) => Object.defineProperty(process, "stdout", { value });

afterEach(() => {
  replaceStdout(actual);
});

/** Exports a new firm to a stdout that accepts each text a moment later. */
const exportTo = async (take: (text: string) => void) => {
  const { firmId } = await newFirm(table);
  const stdout = new Writable({
    write: (chunk, _, done) => {
      sleep(50)
        .then(() => take(String(chunk)))
        .then(() => done(), done);
    },
  });
  replaceStdout(stdout);
  await runCommand(table, "firm export", firmId);
  return stdout;
};

describe("firm export to stdout", () => {
  it("has written every record when it ends, and leaves stdout open", async () => {
    let written = "";
    const stdout = await exportTo((text) => {
      written += text;
    });
    const records = written.trimEnd().split("\n");
    expect(records.map((line) => JSON.parse(line).record)).toContain("settings");
    expect(stdout.writableEnded).toBe(false);
  });

  it("fails when the last write fails", async () => {
    const full = () => {
      throw new Error("no space left");
    };
    await expect(exportTo(full)).rejects.toThrow("no space left");
  });
});

describe("firm export to a file", () => {
  /** Runs an action before each page of the walk. */
  const onScan = (action: () => Promise<void>) =>
    interceptStoreCalls(async ({ name, send }) => {
      if (name === "Scan") await action();
      return send();
    });
  const newFolder = () => mkdtempSync(join(tmpdir(), "export-"));
  const exportAs = async (file: string) => {
    const { firmId } = await newFirm(table);
    return () => runCommand(table, "firm export", firmId, "--output", file);
  };

  it("can be repeated after it failed, since it has the name only when it is complete", async () => {
    const folder = newFolder();
    const run = await exportAs(join(folder, "firm.jsonl"));
    let written: string[] = [];
    const calls = onScan(async () => {
      written = readdirSync(folder);
      throw new Error("The table is gone.");
    });
    await expect(run()).rejects.toThrow("The table is gone.");
    expect(written).toEqual([expect.stringMatching(/^firm\.jsonl\.[\w-]+\.part$/)]);
    expect(readdirSync(folder)).toEqual([]);
    calls.mockRestore();
    await run();
    expect(readdirSync(folder)).toEqual(["firm.jsonl"]);
    const file = join(folder, "firm.jsonl");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const records = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(records.map((line) => JSON.parse(line).record)).toContain("settings");
  });

  it("keeps apart two exports to the same file at once: the first to end gets the name", async () => {
    const file = join(newFolder(), "firm.jsonl");
    const [one, other] = [await exportAs(file), await exportAs(file)];
    const [started, finished] = [new EventEmitter(), new EventEmitter()];
    let later: Promise<unknown> = Promise.resolve();
    const actions = [
      async () => {
        const otherStarted = once(started, "scan");
        later = other();
        await otherStarted;
      },
      async () => {
        started.emit("scan");
        await once(finished, "export");
      },
    ];
    onScan(async () => actions.shift()?.());
    await one();
    const written = readFileSync(file, "utf8");
    expect(written).toContain('"record":"settings"');
    finished.emit("export");
    await expect(later).rejects.toThrow("file already exists");
    expect(readFileSync(file, "utf8")).toBe(written);
  });

  it("replaces no file, also none that came while it was written", async () => {
    const folder = newFolder();
    const file = join(folder, "firm.jsonl");
    const run = await exportAs(file);
    writeFileSync(file, "mine");
    await expect(run()).rejects.toThrow(`The file ${file} exists already.`);
    rmSync(file);
    onScan(async () => writeFileSync(file, "mine"));
    await expect(run()).rejects.toThrow("file already exists");
    expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["firm.jsonl"], "mine"]);
  });
});
