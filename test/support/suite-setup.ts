import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../lib/intake-app.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { StartError } from "../../lib/local/host/start-error.ts";
import { provide } from "./suite-provisions.ts";

const ends: (() => unknown)[] = [];

export const tearDown = async () => {
  for (const end of ends.splice(0)) await end();
};

/** One sentence for the person at the keyboard, where jest would print a stack trace. */
const explain = (error: unknown): never => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
};

/** Once for the whole run: one DynamoDB Local keeps every test's table in memory, and the stack is synthesized. */
const setUp = async () => {
  const database = await startDynamoDbLocal().catch(explain);
  ends.push(database.stop);
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  ends.push(() => rmSync(outdir, { recursive: true }));
  process.env.CDK_VALIDATION = "false"; // of no use to tests, and takes seconds
  const [stack] = synthesize({ outdir }).stacks;
  if (stack === undefined) throw new Error("The app has no stack.");
  provide({ databaseEndpoint: database.endpoint, templateFile: stack.templateFullPath });
};

export default setUp;
