import { existsSync, readFileSync } from "node:fs";
import type { Config } from "@jest/types";
import { killShared } from "../e2e/spawned-service.ts";
import { recordedCallsFile } from "./suite-resources.ts";
import { reportMissingBrowser, tearDown } from "./suite-setup.ts";
import { suiteStack } from "./suite-stack.ts";
import { compareGrants } from "./used-grants.ts";

/** Returns true for a run of all slow tests. These make each call that a function can make; the desk’s make none here. */
const isWholeRun = (config: Config.GlobalConfig) =>
  process.argv.includes("slow") &&
  process.argv.includes("--selectProjects") &&
  config.nonFlagArgs.length === 0 &&
  config.testPathPatterns.patterns.length === 0 &&
  !config.testNamePattern &&
  !config.onlyChanged &&
  !config.onlyFailures &&
  !config.findRelatedTests &&
  !config.shard;

/** @throws Error if the tests made a function call what its role does not grant, or all of them need less than it grants */
const requireExactGrants = (isWhole: boolean) => {
  const file = recordedCallsFile();
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const calls = lines.map((line) => JSON.parse(line));
  const { unused, missing } = compareGrants(suiteStack(), calls);
  const problems = [
    ...missing.map((call) => `No grant allows the call of ${call}.`),
    ...(isWhole ? unused : []).map((grant) => `No test needs the grant of ${grant}.`),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

export default async (config: Config.GlobalConfig) => {
  reportMissingBrowser();
  try {
    requireExactGrants(isWholeRun(config));
  } finally {
    killShared();
    await tearDown();
  }
};
