import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { functionFiles, functionName } from "./function-files.ts";

/**
 * Marks the folder of a function that is not bundled yet. It names the function, because folders with the same content
 * would be one asset.
 */
const NOTE = "not-bundled.txt";

/** Makes a folder for each function, to bundle it later. */
export const reserveBundles = (directory: string): string => {
  for (const file of functionFiles()) {
    const folder = join(directory, functionName(file));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, NOTE), `functions/${file} is bundled at its first invocation.\n`);
  }
  return directory;
};

export const isBundled = (folder: string) => !existsSync(join(folder, NOTE));

/**
 * Bundles the functions of some folders in the same directory. After an interruption they count as not bundled.
 * @throws Error with the faults of the sources
 */
export const fillReserved = async (folders: readonly string[]): Promise<void> => {
  // loaded only here, because loading takes a good part of a start's time
  const { bundleInPlace } = await import("./bundle-functions.ts");
  const names = folders.map((folder) => basename(folder));
  await bundleInPlace(dirname(folders[0] ?? ""), names);
  for (const folder of folders) rmSync(join(folder, NOTE), { force: true });
};
