import { cpSync, existsSync, mkdirSync, rmdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assemblyFolder, readSources } from "../../lib/local/sources/follow-sources.ts";
import { fingerprintOf } from "../../lib/local/sources/source-files.ts";
import { loadAssembly } from "../../lib/local/template/stored-assembly.ts";

const SHARED = join(tmpdir(), "local-assembly");

/** Synthesizes the stage `local` once in a run, for the first test that needs it. */
const synthesizeOnce = async () => {
  const lock = `${SHARED}.lock`;
  while (!takes(lock)) await sleep(50);
  try {
    await loadAssembly(SHARED, fingerprintOf(readSources(SHARED)));
  } finally {
    rmdirSync(lock);
  }
};

/** @returns false if another worker holds the lock */
const takes = (lock: string) => {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
};

/** Lets the service of a data folder use the assembly that the tests of a run share. */
export const linkAssembly = async (directory: string) => {
  await synthesizeOnce();
  const link = assemblyFolder(directory);
  if (!existsSync(link)) symlinkSync(SHARED, link);
};

/** Copies the shared assembly, so that a test can change its templates. The functions stay where they are. */
export const copyAssembly = async (directory: string) => {
  await synthesizeOnce();
  const assembly = assemblyFolder(directory);
  cpSync(SHARED, assembly, { recursive: true, filter: (source) => source !== join(SHARED, "functions") });
  return assembly;
};
