import { execFile } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const LEFT_OUT = ["node_modules", ".git", ".local", "cdk.out", "dist"];

/** Copies the working tree, with a link to its packages. */
export const copyTree = (copy: string) => {
  cpSync(ROOT, copy, { recursive: true, filter: (file) => !LEFT_OUT.includes(basename(file)) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
};

/** @returns what a command prints in the copy when it fails, and an empty text when it succeeds */
export const runIn = async (copy: string, command: string): Promise<string> => {
  const { JEST_WORKER_ID: _, ...env } = process.env;
  const { stdout, stderr, code } = await run("bash", ["-c", command], {
    cwd: copy,
    env,
    maxBuffer: 1e8,
  }).catch(Object);
  return code ? `${command}: ${stdout}${stderr}` : "";
};
