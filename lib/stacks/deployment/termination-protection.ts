import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withAssemblyCopy } from "./assembly-copy.ts";

/**
 * Runs an action with a copy of the assembly that leaves a stack unprotected, for its first deployment. The CDK CLI
 * protects a stack before it creates it, and then could not delete the rest of a failed creation.
 */
export const withUnprotected = <Result>(
  assembly: string,
  stackName: string,
  action: (assembly: string) => Promise<Result>,
): Promise<Result> =>
  withAssemblyCopy(assembly, {
    edit: (copy) => {
      const file = join(copy, "manifest.json");
      const manifest = JSON.parse(readFileSync(file, "utf8"));
      manifest.artifacts[stackName].properties.terminationProtection = false;
      writeFileSync(file, JSON.stringify(manifest));
    },
    action,
  });
