import { cpSync, existsSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillReserved } from "../../lib/bundling/reserved-bundles.ts";
import { assemblyFolder, readSources } from "../../lib/local/sources/follow-sources.ts";
import { fingerprintOf } from "../../lib/local/sources/source-files.ts";
import { loadAssembly } from "../../lib/local/template/stored-assembly.ts";
import { onceInRun } from "./once-in-run.ts";

const SHARED = join(tmpdir(), "local-assembly");

/**
 * Synthesizes the stage `local` once in a run, with every function: bundling each when a test first invokes it would take
 * longer.
 */
const synthesizeOnce = () =>
  onceInRun("local-assembly", async () => {
    await loadAssembly(SHARED, fingerprintOf(readSources(SHARED)));
    const functions = join(SHARED, "functions");
    await fillReserved(readdirSync(functions).map((name) => join(functions, name)));
  });

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
