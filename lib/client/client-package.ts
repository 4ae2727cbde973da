import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

export const CLIENT_FOLDER = join(ROOT, "client");

/** Compiles the client to `dist` in a folder: JavaScript and declarations. */
export const compileClient = (folder: string) => {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  const args = ["--project", CLIENT_FOLDER, "--outDir", dist];
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), args, { stdio: "inherit" });
};
