import { readFileSync } from "node:fs";
import type { Config } from "@jest/types";
import { killShared } from "../e2e/spawned-service.ts";
import { recordedCallsFile } from "./suite-resources.ts";
import { reportMissingBrowser, tearDown } from "./suite-setup.ts";
import { suiteStack } from "./suite-stack.ts";
import { compareGrants } from "./used-grants.ts";

/**
 * Returns true for a run of all tests. A part of them makes only a part of the calls. The slow tests make no calls of
 * their own.
 */
const isWholeRun = (config: Config.GlobalConfig) =>
  !process.argv.includes("--selectProjects") &&
  config.nonFlagArgs.length === 0 &&
  config.testPathPatterns.patterns.length === 0 &&
  !config.testNamePattern &&
  !config.onlyChanged &&
  !config.onlyFailures &&
  !config.findRelatedTests &&
  !config.shard;

/** @throws Error unless the functions' roles grant exactly what the tests made them call */
const requireExactGrants = () => {
  const calls = readFileSync(recordedCallsFile(), "utf8").trim().split("\n");
  const { unused, missing } = compareGrants(
    suiteStack(),
    calls.map((line) => JSON.parse(line)),
  );
  const problems = [
    ...unused.map((grant) => `No test needs the grant of ${grant}.`),
    ...missing.map((call) => `No grant allows the call of ${call}.`),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
};

export default async (config: Config.GlobalConfig) => {
  reportMissingBrowser();
  try {
    if (isWholeRun(config)) requireExactGrants();
  } finally {
    killShared();
    await tearDown();
  }
};
