import { spawnSync } from "node:child_process";
import { runInNewContext } from "node:vm";

/** Runs the CDK CLI, which prints how it reads the arguments, and then fails because of an unknown assembly. */
export const parseByCdk = (args: readonly string[]) => {
  const { stdout, stderr } = spawnSync("node_modules/.bin/cdk", [...args, "--no-notices", "-v"], {
    encoding: "utf8",
  });
  const [, parsed] = /Command line arguments: (\{\n.*?\n\})/s.exec(stdout + stderr) ?? [];
  if (parsed === undefined) throw new Error(`The CDK CLI prints no arguments: ${stderr}`);
  return runInNewContext(`(${parsed})`);
};
