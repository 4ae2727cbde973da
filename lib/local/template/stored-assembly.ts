import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readStateFile, writeStateFile } from "../host/state-file.ts";
import { type CloudAssembly, readCloudAssembly } from "./cloud-assembly.ts";
import { synthesizeApp } from "./synthesize-app.ts";

const stateOf = (outdir: string) => join(outdir, "synthesized.json");

/** What it was synthesized from, and where: it names the folders of its functions by absolute paths. */
const state = z.object({ fingerprint: z.string(), outdir: z.string() });

/**
 * Reads the assembly in a folder, synthesized unless it is there already from the same sources.
 * @throws StartError if the app cannot be synthesized
 */
export const loadAssembly = async (outdir: string, fingerprint: string): Promise<CloudAssembly> => {
  const stored = readStateFile(stateOf(outdir), state);
  if (stored?.fingerprint !== fingerprint || stored.outdir !== outdir) {
    await synthesizeApp(outdir);
    writeStateFile(stateOf(outdir), JSON.stringify({ fingerprint, outdir }));
  }
  return readCloudAssembly(outdir);
};

/** Lets the next load synthesize it, whatever the sources are then. */
export const invalidateAssembly = (outdir: string) => rmSync(stateOf(outdir), { force: true });
