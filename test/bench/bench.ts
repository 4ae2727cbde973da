import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundleFunctions } from "../../lib/bundling/bundle-functions.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { INDEXES } from "../../lib/stacks/constructs/intake-table.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import type { Table } from "../../shared/table/table.ts";
import { SHARED_CLIENT } from "../support/delivery-round.ts";
import { addKey } from "../support/firms.ts";
import { declaredConcurrency, measureHangingEndpoints } from "../support/hanging-endpoints.ts";
import { call } from "../support/http-call.ts";
import { startBenchServices } from "./bench-services.ts";
import { createBenchTable, declaredProperties } from "./bench-table.ts";
import { measureRaces } from "./booking-races.ts";
import { type CapacityProxy, startCapacityProxy } from "./capacity-proxy.ts";
import { measureConsumers } from "./consumers.ts";
import { freshInstance, sumCost } from "./cost.ts";
import { measureFailingDelivery } from "./failing-delivery.ts";
import { countedFigures, processorFigures, throughputFigures, writeFigures } from "./figures.ts";
import { measureThroughput } from "./local/local-throughput.ts";
import { missedOfProcessor, missedOfThroughput, missedTargets } from "./missed-targets.ts";
import { measureProcessorTimes } from "./processor/processor-time.ts";
import { beginStep, expectSteps, sayPart } from "./progress.ts";
import { measureRecords } from "./record-sizes.ts";
import {
  type Measurement,
  printCosts,
  printFailingDelivery,
  printHangingEndpoints,
  printProcessorTimes,
  printRaces,
  printStarts,
  printThroughputs,
} from "./report.ts";
import { consultationScenarios } from "./scenarios/consultations.ts";
import { eventScenarios } from "./scenarios/events.ts";
import { leadScenarios } from "./scenarios/leads.ts";
import { linkScenarios } from "./scenarios/links.ts";
import { mergeScenarios } from "./scenarios/merges.ts";
import { settingsScenarios } from "./scenarios/settings.ts";
import { sourceScenarios } from "./scenarios/sources.ts";
import { webhookScenarios } from "./scenarios/webhooks.ts";
import { bundleKilobytes, measureStartTimes } from "./start-time.ts";
import { measureDeliveries } from "./webhook-deliveries.ts";
import { newWorld, type Scenario } from "./world.ts";

/**
 * Measures what every endpoint costs in round trips to the table and in capacity units: exact counts, not timings, which
 * it writes for `npm run scale`. A cold call is the first of a fresh instance; a warm one has a lease on the key and cached
 * firm settings; a quiet one comes when both have expired on an instance that knows the key. Unless `--costs` asks for the counts only, also prints what races and hanging endpoints cost, and each
 * function's bundle size and start time, as a ratio to a bare handler. First come the processor times of requests, also as
 * such a ratio; `--processor` asks for these only. Last come the requests a second of the local service, as a ratio to a bare
 * server; `--local` asks for these only. Fails if a target is missed.
 */
const measure = async (scenario: Scenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  // A new key, so that the cold call takes the first lease.
  const { table, firmId } = scenario.world;
  const key = await (scenario.key?.() ?? addKey(table, firmId, { scopes: [...SCOPES] }));
  const measureCall = async (isParallel: boolean) => {
    const request = await scenario.call();
    proxy.takeCalls();
    proxy.joinTrips(isParallel);
    const { status, body } = await call(handler, { ...request, key });
    proxy.joinTrips(false);
    if (status !== scenario.status) {
      throw new Error(`${scenario.endpoint} ${scenario.label} responded ${status}: ${JSON.stringify(body)}`);
    }
    return { cost: sumCost(proxy.takeCalls()), responseBytes: Buffer.byteLength(JSON.stringify(body) ?? "") };
  };
  // A quiet call checks its key while it reads; a cold one reads several things at once.
  const cold = await measureCall(true);
  const warm = await measureCall(scenario.inParallel ?? false);
  const quiet = await later(QUIET_MILLISECONDS, () => measureCall(true));
  return {
    scenario,
    cold: cold.cost,
    quiet: quiet.cost,
    warm: warm.cost,
    responseBytes: warm.responseBytes,
  };
};

/** Longer than leases and cached records last, and within a rate window. */
const QUIET_MILLISECONDS = 10_000;

/** Runs an action by a clock that is ahead. */
const later = async <Value>(milliseconds: number, action: () => Promise<Value>): Promise<Value> => {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  try {
    return await action();
  } finally {
    Date.now = now;
  }
};

/** What is measured, by part. */
const figures: Record<string, unknown> = {};

/** What must be timed, on a machine that does little else. */
const measureTimings = async (endpoint: string, bundles: string) => {
  beginStep("hanging endpoints");
  const hanging = await measureHangingEndpoints({
    table: await createBenchTable(endpoint, "bench-hanging", SHARED_CLIENT),
    concurrency: declaredConcurrency(declaredProperties("AWS::Lambda::EventSourceMapping")),
    deliveriesPerEndpoint: 50,
    rounds: 3,
  });
  printHangingEndpoints(hanging);
  beginStep("start times");
  const starts = measureStartTimes(bundles);
  printStarts(starts);
  beginStep("deliveries of webhooks");
  console.log(await measureDeliveries(), "\n");
  return { hanging, starts };
};

/** @returns a line for each missed target */
const measureProcessor = async (table: Table, bundles: string, proxy: CapacityProxy) => {
  beginStep("processor times");
  const times = await measureProcessorTimes(bundles, await newWorld(table), proxy);
  printProcessorTimes(times);
  Object.assign(figures, processorFigures(times));
  return missedOfProcessor(times);
};

/** @returns a line for each missed target */
const measureLocal = async () => {
  beginStep("the local service");
  const throughputs = await measureThroughput();
  printThroughputs(throughputs);
  Object.assign(figures, throughputFigures(throughputs));
  return missedOfThroughput(throughputs);
};

type Tools = { readonly bundles: string; readonly proxy: CapacityProxy };

/** @returns a line for each missed target */
const measureRest = async (table: Table, endpoint: string, { bundles, proxy }: Tools) => {
  beginStep("calls");
  const [world, small, large] = [await newWorld(table), await newWorld(table), await newWorld(table)];
  const scenarios = [
    ...(await settingsScenarios(world)),
    ...(await consultationScenarios(world)),
    ...(await linkScenarios(table)),
    ...(await sourceScenarios(world)),
    ...(await webhookScenarios(world)),
    ...(await eventScenarios(world)),
    ...(await leadScenarios(world, small, large)),
    ...(await mergeScenarios(world)),
  ];
  const measurements: Measurement[] = [];
  for (const scenario of scenarios) {
    measurements.push(await measure(scenario, bundles, proxy));
    sayPart("calls", measurements.length, scenarios.length);
  }
  if (!values.costs) {
    beginStep("races");
    printRaces(await measureRaces(await newWorld(table), bundles, proxy));
  }
  beginStep("consumers");
  measurements.push(...(await measureConsumers(endpoint, bundles, proxy)));
  printCosts(measurements);
  beginStep("a delivery that fails");
  const failing = await measureFailingDelivery(endpoint, proxy);
  printFailingDelivery(failing);
  const records = await measureRecords(world);
  Object.assign(
    figures,
    countedFigures({ measurements, failing, records, bundleKilobytes: bundleKilobytes(bundles) }),
  );
  const timings = values.costs ? {} : await measureTimings(endpoint, bundles);
  return missedTargets({ measurements, failing, ...timings });
};

const { values } = parseArgs({
  options: {
    costs: { type: "boolean", default: false },
    processor: { type: "boolean", default: false },
    local: { type: "boolean", default: false },
  },
});

// The functions run in this process; their logs would clutter the tables.
console.info = () => {};
console.warn = () => {};

const database = await startDynamoDbLocal();
const bundles = bundleFunctions();
const proxy = await startCapacityProxy(database.endpoint, INDEXES);
const services = await startBenchServices();
try {
  const table = await createBenchTable(database.endpoint);
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    TABLE_NAME: table.name,
    ...services.environment,
    WEBHOOK_TARGETS: "local",
    ORIGIN_SECRET: "bench",
  });
  const measuresCalls = !values.processor && !values.local;
  const measuresProcessor = !values.costs && !values.local;
  const measuresLocal = !values.costs && !values.processor;
  const stepsOfCalls = values.costs ? 3 : 7;
  expectSteps(Number(measuresProcessor) + Number(measuresCalls) * stepsOfCalls + Number(measuresLocal));
  const missed = [
    ...(measuresProcessor ? await measureProcessor(table, bundles, proxy) : []),
    ...(measuresCalls ? await measureRest(table, database.endpoint, { bundles, proxy }) : []),
    ...(measuresLocal ? await measureLocal() : []),
  ];
  console.log(writeFigures(figures), "\n");
  if (missed.length > 0) console.error(["Missed:", ...missed].join("\n- "));
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(bundles, { recursive: true });
  await proxy.stop();
  await services.stop();
  await database.stop();
}
