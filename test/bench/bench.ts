import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleFunctions } from "../../lib/bundle-functions.ts";
import { INDEXES } from "../../lib/constructs/intake-table.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { ENDPOINTS } from "../../shared/contract/endpoints.ts";
import { SCOPES } from "../../shared/contract/scopes.ts";
import { addKey } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { startBenchQueue } from "./bench-queue.ts";
import { createBenchTable } from "./bench-table.ts";
import { measureRaces, type Race } from "./booking-races.ts";
import { type CapacityProxy, startCapacityProxy } from "./capacity-proxy.ts";
import { freshInstance, sumCost } from "./cost.ts";
import { consultationScenarios } from "./scenarios/consultations.ts";
import { leadScenarios } from "./scenarios/leads.ts";
import { settingsScenarios } from "./scenarios/settings.ts";
import { sourceScenarios } from "./scenarios/sources.ts";
import { webhookScenarios } from "./scenarios/webhooks.ts";
import { measureStartTimes, type StartTime } from "./start-time.ts";
import { measureConsumers } from "./webhook-consumers.ts";
import { measureDeliveries } from "./webhook-deliveries.ts";
import { newWorld, type Scenario } from "./world.ts";

/**
 * Measures what every endpoint costs in round trips to the table and in capacity units: exact counts, not timings. A
 * cold call is the first of a fresh instance; a warm one has a lease on the key and cached firm settings. Also prints
 * each function's bundle size and start time, as a ratio to a bare handler. Fails if a target is missed.
 */
const MAX_START_RATIO = 1.3;

const measure = async (scenario: Scenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  // A new key, so that the cold call takes the first lease.
  const { table, firmId } = scenario.world;
  const key = await (scenario.key?.() ?? addKey(table, firmId, { scopes: [...SCOPES] }));
  const measureCall = async () => {
    const request = await scenario.call();
    proxy.takeCalls();
    const { status, body } = await call(handler, { ...request, key });
    if (status !== scenario.status) {
      throw new Error(`${scenario.endpoint} ${scenario.label} responded ${status}: ${JSON.stringify(body)}`);
    }
    return sumCost(proxy.takeCalls());
  };
  return { scenario, cold: await measureCall(), warm: await measureCall() };
};

type Measurement = Omit<Awaited<ReturnType<typeof measure>>, "scenario"> & {
  readonly scenario: Pick<Scenario, "endpoint" | "label" | "maxRoundTrips">;
};

const HEADINGS = ["endpoint", "case", "cold: trips", "read", "write", "warm: trips", "read", "write"];

const printCosts = (measurements: readonly Measurement[]) =>
  printTable(
    HEADINGS,
    measurements.map(({ scenario, cold, warm }) => [
      scenario.endpoint,
      scenario.label,
      ...[cold, warm].flatMap(({ roundTrips, readUnits, writeUnits }) =>
        [roundTrips, readUnits, writeUnits].map(String),
      ),
    ]),
  );

const printStarts = (starts: readonly StartTime[]) =>
  printTable(
    ["function", "bundle KB", "start"],
    starts.map(({ name, kilobytes, ratio }) => [name, kilobytes.toFixed(0), ratio.toFixed(2)]),
  );

const printRaces = (races: readonly Race[]) =>
  printTable(
    ["bookings", "booked", "rejected", "reads", "writes", "retries"],
    races.map(({ label, ...counts }) => [label, ...Object.values(counts).map(String)]),
  );

const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]) => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  console.log([headings, ...rows].map(line).join("\n"), "\n");
};

const missedTargets = (measurements: readonly Measurement[], starts: readonly StartTime[]) => [
  ...measurements
    .filter(({ scenario, warm }) => warm.roundTrips > scenario.maxRoundTrips)
    .map(
      ({ scenario }) =>
        `${scenario.endpoint} ${scenario.label}: more than ${scenario.maxRoundTrips} round trips`,
    ),
  ...starts
    .filter(({ ratio }) => ratio > MAX_START_RATIO)
    .map(({ name }) => `${name}: takes more than ${MAX_START_RATIO} times the start time of a bare handler`),
  ...ENDPOINTS.filter(({ name }) => !measurements.some(({ scenario }) => scenario.endpoint === name)).map(
    ({ name }) => `${name}: has no scenario`,
  ),
];

// The functions run in this process; their logs would clutter the tables.
console.info = () => {};

const database = await startDynamoDbLocal();
const bundles = bundleFunctions();
const proxy = await startCapacityProxy(database.endpoint, INDEXES);
const queue = await startBenchQueue();
try {
  const table = await createBenchTable(database.endpoint);
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    TABLE_NAME: table.name,
    DELIVERY_QUEUE_URL: queue.url,
    AWS_ENDPOINT_URL_SQS: new URL(queue.url).origin,
    WEBHOOK_TARGETS: "local",
  });
  const [world, small, large] = [await newWorld(table), await newWorld(table), await newWorld(table)];
  const scenarios = [
    ...(await settingsScenarios(world)),
    ...(await consultationScenarios(world)),
    ...(await sourceScenarios(world)),
    ...(await webhookScenarios(world)),
    ...(await leadScenarios(world, small, large)),
  ];
  const measurements: Measurement[] = [];
  for (const scenario of scenarios) measurements.push(await measure(scenario, bundles, proxy));
  measurements.push(...(await measureConsumers(await newWorld(table), bundles, proxy)));
  printCosts(measurements);
  printRaces(await measureRaces(await newWorld(table), bundles, proxy));
  const starts = measureStartTimes(bundles);
  printStarts(starts);
  console.log(await measureDeliveries(), "\n");
  const missed = missedTargets(measurements, starts);
  if (missed.length > 0) console.error(["Missed:", ...missed].join("\n- "));
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(bundles, { recursive: true });
  await proxy.stop();
  await queue.stop();
  await database.stop();
}
