import { parseArgs } from "node:util";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { createDeclaredTable } from "../bench/bench-table.ts";

/**
 * Runs thousands of random bookings, reschedules, cancellations and no-shows, 16 at a time, and then compares every
 * consultation with every lock. Fails if they disagree.
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

const database = await startDynamoDbLocal();
Object.assign(process.env, {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "soak",
  AWS_SECRET_ACCESS_KEY: "soak",
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  TABLE_NAME: "soak",
});
// The log would only repeat rejected requests, which the report counts.
console.info = () => {};
try {
  const table = connectTable();
  await createDeclaredTable(table);
  const { soakBookings } = await import("../support/booking-soak.ts");
  const startedAt = performance.now();
  const report = await soakBookings(table, { operations, workers, seed });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(JSON.stringify({ operations, workers, seed, seconds, ...report }, null, 2));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
} finally {
  await database.stop();
}
