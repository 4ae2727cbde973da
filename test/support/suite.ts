import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { synthesize } from "../../lib/intake-app.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb-local.ts";

declare module "vitest" {
  interface ProvidedContext {
    dynamoDbEndpoint: string;
    /** The synthesized template of the dev stage, as JSON text. */
    template: string;
  }
}

/** Once for the whole run: the stack is synthesized, and one DynamoDB Local keeps every test's table in memory. */
export const setup = async (project: TestProject) => {
  process.env.CDK_VALIDATION = "false"; // of no use to tests, and takes seconds
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  const [stack] = synthesize({ outdir }).stacks;
  if (stack === undefined) throw new Error("The app has no stack.");
  project.provide("template", readFileSync(stack.templateFullPath, "utf8"));
  rmSync(outdir, { recursive: true });

  const database = await startDynamoDbLocal();
  project.provide("dynamoDbEndpoint", database.endpoint);
  return () => database.stop();
};
