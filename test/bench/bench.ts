import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleFunctions } from "../../lib/bundle-functions.ts";
import { INDEXES } from "../../lib/constructs/intake-table.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { ENDPOINTS } from "../../shared/contract/endpoints.ts";
import { SCOPES } from "../../shared/contract/scopes.ts";
import { addKey } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { createBenchTable } from "./bench-table.ts";
import { measureRaces, type Race } from "./booking-races.ts";
import { type CapacityProxy, startCapacityProxy } from "./capacity-proxy.ts";
import { cost, freshInstance } from "./cost.ts";
import { consultationScenarios } from "./scenarios/consultations.ts";
import { leadScenarios } from "./scenarios/leads.ts";
import { settingsScenarios } from "./scenarios/settings.ts";
import { sourceScenarios } from "./scenarios/sources.ts";
import { webhookScenarios } from "./scenarios/webhooks.ts";
import { type StartTime, startTimes } from "./start-time.ts";
import { measureConsumers } from "./webhook-consumers.ts";
import { measureDeliveries } from "./webhook-deliveries.ts";
import { startBenchQueue } from "./webhook-queue.ts";
import { newWorld, type Scenario } from "./world.ts";

/**
 * What every endpoint costs, in round trips to the store and capacity units: exact numbers, no timings. Cold is the
 * first call of a fresh instance; warm one that holds a lease on the key and the firm's settings. Then what the
 * functions weigh, and how long they take to start, as a ratio to a bare handler. Fails when a target is missed.
 */
const START_RATIO_AT_MOST = 1.3;

const measure = async (scenario: Scenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  // A key of its own: its first call of the minute is what cold means.
  const { table, firmId } = scenario.world;
  const key = await (scenario.key?.() ?? addKey(table, firmId, { scopes: [...SCOPES] }));
  const counted = async () => {
    const request = await scenario.call();
    proxy.take();
    const { status, body } = await call(handler, { ...request, key });
    if (status !== scenario.status) {
      throw new Error(`${scenario.endpoint} ${scenario.label} answered ${status}: ${JSON.stringify(body)}`);
    }
    return cost(proxy.take());
  };
  return { scenario, cold: await counted(), warm: await counted() };
};

type Measured = Omit<Awaited<ReturnType<typeof measure>>, "scenario"> & {
  readonly scenario: Pick<Scenario, "endpoint" | "label" | "roundTripsAtMost">;
};

const HEADINGS = ["endpoint", "case", "cold: trips", "read", "write", "warm: trips", "read", "write"];

const printCosts = (measured: readonly Measured[]) =>
  printTable(
    HEADINGS,
    measured.map(({ scenario, cold, warm }) => [
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
    ["bookings", "booked", "refused", "reads", "writes", "retries"],
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

const missedTargets = (measured: readonly Measured[], starts: readonly StartTime[]) => [
  ...measured
    .filter(({ scenario, warm }) => warm.roundTrips > scenario.roundTripsAtMost)
    .map(
      ({ scenario }) =>
        `${scenario.endpoint} ${scenario.label}: more than ${scenario.roundTripsAtMost} round trips`,
    ),
  ...starts
    .filter(({ ratio }) => ratio > START_RATIO_AT_MOST)
    .map(({ name }) => `${name}: starts slower than ${START_RATIO_AT_MOST} bare handlers`),
  ...ENDPOINTS.filter(({ name }) => !measured.some(({ scenario }) => scenario.endpoint === name)).map(
    ({ name }) => `${name}: has no scenario`,
  ),
];

// The functions run in this process, and what they log is not what is measured.
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
  const measured: Measured[] = [];
  for (const scenario of scenarios) measured.push(await measure(scenario, bundles, proxy));
  measured.push(...(await measureConsumers(await newWorld(table), bundles, proxy)));
  printCosts(measured);
  printRaces(await measureRaces(await newWorld(table), bundles, proxy));
  const starts = startTimes(bundles);
  printStarts(starts);
  console.log(await measureDeliveries(), "\n");
  const missed = missedTargets(measured, starts);
  if (missed.length > 0) console.error(["Missed:", ...missed].join("\n- "));
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(bundles, { recursive: true });
  proxy.stop();
  queue.stop();
  await database.stop();
}
