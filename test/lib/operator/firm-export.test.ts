import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { newFirm } from "../../support/firms.ts";
import { runCommand } from "../../support/operator.ts";
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
