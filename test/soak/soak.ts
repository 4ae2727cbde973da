import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { synthesize } from "../../lib/intake-app.ts";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

/**
 * Thousands of random bookings, reschedules, cancels and no-shows, 16 at a time; then every consultation and every
 * lock is compared. Fails when anything is not as it must be.
 */
const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "10000" },
    workers: { type: "string", default: "16" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const operations = Number(values.operations);
const workers = Number(values.workers);
const seed = Number(values.seed);

const declaredTable = (): unknown => {
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  const [stack] = synthesize({ outdir }).stacks;
  const template: { Resources: Record<string, { Type: string; Properties: unknown }> } = JSON.parse(
    readFileSync(stack?.templateFullPath ?? "", "utf8"),
  );
  rmSync(outdir, { recursive: true });
  return Object.values(template.Resources).find(({ Type }) => Type === "AWS::DynamoDB::Table")?.Properties;
};

const database = await startDynamoDbLocal();
Object.assign(process.env, {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "soak",
  AWS_SECRET_ACCESS_KEY: "soak",
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  TABLE_NAME: "soak",
});
// What is refused is meant to be: the outcomes below count it.
console.info = () => {};
try {
  const table = connectTable();
  await createTable(table.client, declaredTable(), table.name, { stream: false });
  const { soakBookings } = await import("../support/booking-soak.ts");
  const startedAt = performance.now();
  const report = await soakBookings(table, { operations, workers, seed });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(JSON.stringify({ operations, workers, seed, seconds, ...report }, null, 2));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
