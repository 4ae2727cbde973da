import { parseArgs } from "node:util";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { connectTable } from "../../shared/table/table.ts";
import { createDeclaredTable } from "../bench/bench-table.ts";

/**
 * Runs thousands of random requests about slots for each seed, 16 at a time, while sweeps emit reminders. In the firm of the
 * first seed, the leads are cleared of conflicts, or blocked. Then checks every answer, lock and reminder. Fails if the
 * contract does not allow one.
 */
const { values } = parseArgs({
  options: {
    /** The number per attorney. */
    operations: { type: "string", default: "10000" },
    workers: { type: "string", default: "16" },
    seeds: { type: "string", default: [1, 2, 3].map((n) => (n * Date.now()) % 1_000_003).join(",") },
  },
});
const operations = Number(values.operations) * 2;
const workers = Number(values.workers);
const seeds = values.seeds.split(",").map(Number);

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
  const { soakBookings } = await import("./soak-bookings.ts");
  const table = connectTable();
  await createDeclaredTable(table);
  for (const [index, seed] of seeds.entries()) {
    const startedAt = performance.now();
    const report = await soakBookings(table, { operations, workers, seed, hasGate: index === 0 });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(JSON.stringify({ operations, workers, seed, seconds, ...report }, null, 2));
    if (report.problems.length > 0) process.exitCode = 1;
  }
} finally {
  await database.stop();
}
