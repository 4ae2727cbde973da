import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { StartError } from "../../lib/local/host/start-error.ts";
import { readCloudAssembly } from "../../lib/local/template/cloud-assembly.ts";
import { chromiumExecutable } from "./installed-chromium.ts";
import { provideSuiteResources } from "./suite-resources.ts";
import { synthesizeOnce } from "./synthesize-stage.ts";

const cleanups: (() => unknown)[] = [];

export const tearDown = async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
};

/** Prints the message of an expected start error without a stack trace. */
const exitOnStartError = (error: unknown): never => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
};

const NO_BROWSER = "No Chromium or Chrome was found: tests in a browser are left out.";

/** Reports a missing browser at the end of a run, where it is seen. */
export const reportMissingBrowser = () => {
  if (chromiumExecutable() === undefined) console.error(NO_BROWSER);
};

/** Starts one in-memory DynamoDB Local and synthesizes the stacks, once per run. */
const setUp = async () => {
  if (process.env.REQUIRE_BROWSER && chromiumExecutable() === undefined) throw new Error(NO_BROWSER);
  const starting = startDynamoDbLocal().catch(exitOnStartError);
  const directory = mkdtempSync(join(tmpdir(), "intake-suite-"));
  cleanups.push(() => rmSync(directory, { recursive: true }));
  const assembly = synthesizeOnce("dev");
  const templateFile = join(assembly, "linked.template.json");
  writeFileSync(templateFile, JSON.stringify({ Resources: readCloudAssembly(assembly).resources }));
  const database = await starting;
  cleanups.push(database.stop);
  provideSuiteResources({
    databaseEndpoint: database.endpoint,
    templateFile,
    recordedCallsFile: process.env.RECORDED_CALLS_FILE ?? join(directory, "recorded-calls.jsonl"),
  });
};

export default setUp;
