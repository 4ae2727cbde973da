import { join } from "node:path";
import { build } from "esbuild";
import type { StackHost } from "../host/stack-host.ts";
import { StartError } from "../host/start-error.ts";
import { invalidateAssembly, loadAssembly, ROOT } from "../template/stored-assembly.ts";
import { fingerprintOf, readSourceFiles, type SourceFiles } from "./source-files.ts";
import { watchSources } from "./watch-sources.ts";

export const assemblyFolder = (directory: string) => join(directory, "assembly");

export const readSources = (directory: string) => readSourceFiles(ROOT, directory);

type FollowOptions = {
  readonly directory: string;
  /** The sources of the hosted assembly. */
  readonly sources: SourceFiles;
  readonly host: StackHost;
  readonly log: ((line: string) => void) | undefined;
};

/**
 * Applies changed sources. Functions run their new code at their next invocation. Any other change restarts the stack,
 * on the same ports and database.
 * @returns a function that stops it
 */
export const followSources = ({ directory, sources, host, log = () => {} }: FollowOptions) => {
  const outdir = assemblyFolder(directory);
  const pending = new Set<string>();
  let work = Promise.resolve();
  const logError = (error: unknown) => log(`sources  ${explain(error)}`);

  const restartStack = async () => {
    await host.stop();
    await host.host(await loadAssembly(outdir, fingerprintOf(readSources(directory))));
    log("sources  the stack has restarted");
  };

  const apply = async (files: readonly string[]) => {
    // later, its functions may come from different states of the sources
    invalidateAssembly(outdir);
    const named = files.length > 3 ? `${files.length} files` : files.join(", ");
    if (files.some((file) => OF_HOST.test(file)))
      log(`sources  ${named}: restart the service to apply this change`);
    if (!(await isOfStack(ROOT, files)) && host.outdateFunctions())
      return log(`sources  ${named}: functions now run the change`);
    log(`sources  ${named}: restarting the stack`);
    await restartStack();
  };

  const applyPending = async () => {
    const files = [...pending];
    pending.clear();
    if (files.length > 0) await apply(files);
  };

  return watchSources({
    read: () => readSources(directory),
    before: sources,
    onChange: (files) => {
      for (const file of files) pending.add(file);
      work = work.then(applyPending).catch(logError);
    },
    onError: logError,
  });
};

/** This process has read these files: it applies a change to them only after a restart. */
const OF_HOST = /^(bin\/local\.ts$|lib\/(local|bundling)\/|docs\/recipes\/html-form\/.*\.html$)/;

/**
 * Returns true if a file shapes the template, which code of functions does not. The app imports the contracts of
 * `shared/`, and what they need.
 */
export const isOfStack = async (root: string, files: readonly string[]): Promise<boolean> => {
  const ofApp = await importedFiles(root, "bin/app.ts");
  return files.some((file) => !/^(functions|shared)\//.test(file) || !ofApp || ofApp.has(file));
};

/** @returns undefined while one of the files is missing or cannot be parsed */
const importedFiles = async (root: string, entryPoint: string) => {
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: [entryPoint],
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    return new Set(Object.keys(metafile.inputs));
  } catch {
    return undefined;
  }
};

const explain = (error: unknown) =>
  error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error);
