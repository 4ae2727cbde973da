import { build } from "esbuild";

/** What must start anew for changed files to take effect. */
type SourceChange = {
  /** False when only code of functions has changed, which the template does not show. */
  readonly isOfStack: boolean;
  /** Files of this process, which only a new one loads. */
  readonly ofHost: readonly string[];
};

/** By what the entry points import: of `shared/`, the contracts and what they need are code of the stack as well. */
export const classifyChange = async (root: string, files: readonly string[]): Promise<SourceChange> => {
  const [app, host] = await Promise.all([
    importedFiles(root, "bin/app.ts"),
    importedFiles(root, "bin/local.ts"),
  ]);
  const isOfFunctions = (file: string) => /^(functions|shared)\//.test(file);
  return {
    isOfStack: files.some((file) => !isOfFunctions(file) || !app || app.has(file)),
    // it runs some operations of the product, at its first start
    ofHost: files.filter((file) => !isOfFunctions(file) && host?.has(file)),
  };
};

/** @returns undefined while one of the files cannot be parsed or found */
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
