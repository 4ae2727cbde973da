import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs an action with a copy of the assembly that leaves a stack unprotected, for its first deployment. The CDK CLI
 * protects a stack before it creates it, and then could not delete the rest of a failed creation.
 */
export const withUnprotected = async <Result>(
  assembly: string,
  stackName: string,
  action: (assembly: string) => Promise<Result>,
): Promise<Result> => {
  const copy = mkdtempSync(join(tmpdir(), "intake-unprotected-"));
  try {
    cpSync(assembly, copy, { recursive: true });
    const file = join(copy, "manifest.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.artifacts[stackName].properties.terminationProtection = false;
    writeFileSync(file, JSON.stringify(manifest));
    return await action(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
};
