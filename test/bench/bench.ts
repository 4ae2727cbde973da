import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { bundleFunctions } from "../../lib/bundling/bundle-functions.ts";
import { startDynamoDbLocal } from "../../lib/local/dynamodb/dynamodb-local.ts";
import { INDEXES } from "../../lib/stacks/constructs/intake-table.ts";
import type { Table } from "../../shared/table/table.ts";
import { startBenchServices } from "./bench-services.ts";
import { createBenchTable } from "./bench-table.ts";
import { measureCalls } from "./call-costs.ts";
import { type CapacityProxy, startCapacityProxy } from "./capacity-proxy.ts";
import { measureConsumers } from "./consumers.ts";
import { measureFailingDelivery } from "./failing-delivery.ts";
import {
  countedFigures,
  hostileFigures,
  processorFigures,
  throughputFigures,
  writeFigures,
} from "./figures.ts";
import { measureThroughput } from "./local/local-throughput.ts";
import {
  type Measurement,
  missedOfHostile,
  missedOfProcessor,
  missedOfThroughput,
  missedTargets,
} from "./missed-targets.ts";
import { measureProcessorTimes } from "./processor/processor-time.ts";
import { beginStep, expectSteps, sayPart } from "./progress.ts";
import { measureRecords } from "./record-sizes.ts";
import {
  printCosts,
  printFailingDelivery,
  printHostileTimes,
  printProcessorTimes,
  printStarts,
  printThroughputs,
} from "./report.ts";
import { largeScenarios, smallScenarios } from "./scenarios/all-scenarios.ts";
import { bundleKilobytes, measureStartTimes } from "./start-time.ts";
import { newWorld } from "./world.ts";

/**
 * Runs the parts that the options name, or all of them, in this order. Fails if a target is missed.
 * - `--processor`: the processor times of requests, as ratios to a bare handler.
 * - `--costs`: exact counts, not timings: round trips to the table and capacity units of each endpoint, and the sizes of
 *   records and bundles. A run of all parts also measures each function's start time, as a ratio to a bare handler.
 * - `--local`: the requests a second of the local service, as ratios to a bare server.
 * - `--hostile`: the processor times of hostile requests, as ratios to plain ones.
 * Writes the figures for `npm run scale`.
 */
const { values } = parseArgs({
  options: {
    costs: { type: "boolean", default: false },
    processor: { type: "boolean", default: false },
    local: { type: "boolean", default: false },
    hostile: { type: "boolean", default: false },
  },
});

/** The measured figures, by part. */
const figures: Record<string, unknown> = {};

/** Measures the start times, which need a machine that does little else. */
const measureStarts = (bundles: string) => {
  beginStep("start times");
  const starts = measureStartTimes(bundles);
  printStarts(starts);
  return starts;
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

/** @returns a line for each missed target */
const measureHostile = async (table: Table, endpoint: string) => {
  beginStep("hostile requests");
  // The functions read the database's address when they are loaded. The proxy would also take processor time.
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  const { measureHostileTimes } = await import("./hostile/hostile-times.ts");
  const times = await measureHostileTimes(table);
  printHostileTimes(times);
  Object.assign(figures, hostileFigures(times));
  return missedOfHostile(times);
};

type Tools = { readonly bundles: string; readonly proxy: CapacityProxy };

/** @returns a line for each missed target */
const measureRest = async (table: Table, endpoint: string, { bundles, proxy }: Tools) => {
  beginStep("calls");
  const world = await newWorld(table);
  const measurements: Measurement[] = [];
  for (const scenariosOf of [() => smallScenarios(table, world), () => largeScenarios(table)]) {
    const scenarios = await scenariosOf();
    for (const [index, scenario] of scenarios.entries()) {
      measurements.push(await measureCalls(scenario, bundles, proxy));
      sayPart("calls", index + 1, scenarios.length);
    }
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
  const starts = values.costs ? [] : measureStarts(bundles);
  return missedTargets({ measurements, failing, starts });
};

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
    REQUEST_TARGETS: "local",
    ORIGIN_SECRET: "bench",
  });
  const parts = [
    { isAsked: values.processor, steps: 1, measure: () => measureProcessor(table, bundles, proxy) },
    {
      isAsked: values.costs,
      steps: values.costs ? 3 : 4,
      measure: () => measureRest(table, database.endpoint, { bundles, proxy }),
    },
    { isAsked: values.local, steps: 1, measure: measureLocal },
    // This part is the last, because the functions that it loads bypass the proxy.
    { isAsked: values.hostile, steps: 1, measure: () => measureHostile(table, database.endpoint) },
  ];
  const asked = parts.filter(({ isAsked }) => isAsked);
  const measured = asked.length > 0 ? asked : parts;
  expectSteps(measured.reduce((sum, { steps }) => sum + steps, 0));
  const missed: string[] = [];
  for (const { measure } of measured) missed.push(...(await measure()));
  console.log(writeFigures(figures), "\n");
  if (missed.length > 0) console.error(["Missed:", ...missed].join("\n- "));
  process.exitCode = missed.length > 0 ? 1 : 0;
} finally {
  rmSync(bundles, { recursive: true });
  await proxy.stop();
  await services.stop();
  await database.stop();
}
