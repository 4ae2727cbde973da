import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleFunctions } from "../../lib/bundling/bundle-functions.ts";

export const bundleFile = (bundles: string, name: string) => join(bundles, name, "index.cjs");

/**
 * Bundles handlers to compare the functions with, from their sources by name. The bundler is the same, but the SDK is
 * unchanged.
 * @returns a new directory, as `bundleFunctions` does
 */
export const bundleBareHandlers = (sources: Readonly<Record<string, string>>): string => {
  // The folder is inside the project, so that imports of the SDK resolve.
  const root = mkdtempSync(join(import.meta.dirname, ".bare-"));
  try {
    mkdirSync(join(root, "bare"));
    for (const [name, source] of Object.entries(sources))
      writeFileSync(join(root, "bare", `${name}.ts`), source);
    return bundleFunctions({ root, packages: {} });
  } finally {
    rmSync(root, { recursive: true });
  }
};
