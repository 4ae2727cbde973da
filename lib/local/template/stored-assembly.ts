import { execFile } from "node:child_process";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { LOCAL_STAGE } from "../../stacks/stage-names.ts";
import { StartError } from "../host/start-error.ts";
import { readStateFile, writeStateFile } from "../host/state-file.ts";
import { type CloudAssembly, readCloudAssembly } from "./cloud-assembly.ts";

const stateOf = (outdir: string) => join(outdir, "synthesized.json");

/**
 * Reads the assembly in a folder. Synthesizes it first, unless it stems from the same sources and the same place: it
 * names its functions' folders by absolute paths.
 * @throws StartError if the app cannot be synthesized
 */
export const loadAssembly = async (outdir: string, fingerprint: string): Promise<CloudAssembly> => {
  mkdirSync(outdir, { recursive: true });
  const state = `${fingerprint} in ${realpathSync(outdir)}`;
  if (readStateFile(stateOf(outdir), z.literal(state)) === undefined) {
    await synthesizeApp(outdir);
    writeStateFile(stateOf(outdir), JSON.stringify(state));
  }
  return readCloudAssembly(outdir);
};

/** Makes the next load synthesize the assembly, even from the same sources. */
export const invalidateAssembly = (outdir: string) => rmSync(stateOf(outdir), { force: true });

/** The folder of the checkout. */
export const ROOT = join(import.meta.dirname, "../../..");

/**
 * Synthesizes the CDK app into a folder as `cdk synth` does. A child process does it, because it blocks for seconds
 * while this process starts the database and reacts to Ctrl-C.
 * @throws StartError with the app's error output
 */
const synthesizeApp = async (outdir: string) => {
  rmSync(outdir, { recursive: true, force: true });
  // functions stay in the folder of their bundles, where they are bundled again
  const context = JSON.stringify({ stage: LOCAL_STAGE, "aws:cdk:disable-asset-staging": true });
  const environment = {
    ...process.env,
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: context,
    // takes half of the time and matters only to a deployment
    CDK_VALIDATION: "false",
  };
  const failure = await new Promise<string | undefined>((resolve) => {
    const app = execFile(
      process.execPath,
      ["--import", "tsx", "bin/app.ts"],
      { cwd: ROOT, env: environment },
      (error, _stdout, stderr) => {
        process.off("exit", kill);
        resolve(error ? stderr || error.message : undefined);
      },
    );
    const kill = () => app.kill();
    process.once("exit", kill);
  });
  if (failure !== undefined) throw new StartError(`The stack cannot be synthesized:\n${failure.trimEnd()}`);
};
