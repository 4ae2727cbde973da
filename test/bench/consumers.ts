import { join } from "node:path";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { createBenchTable } from "./bench-table.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { freshInstance, sumCost } from "./cost.ts";
import { consumerScenarios } from "./scenarios/consumers.ts";
import { calendarAnswer } from "./scenarios/feeds.ts";
import type { ConsumerScenario } from "./world.ts";

/**
 * Measures the functions that bring events to webhooks and read feeds. They have no callers, and so no keys. They have a separate table,
 * because a sweep finds the due items of every firm.
 */
export const measureConsumers = async (endpoint: string, bundles: string, proxy: CapacityProxy) => {
  const table = await createBenchTable(endpoint, "bench-consumers");
  const receiver = await listenOnLoopback((request, response) => {
    const calendar = calendarAnswer(request.url ?? "", request.headers["if-none-match"]);
    const { status, body } = calendar ?? { status: request.url === "/failing" ? 500 : 204, body: "" };
    request.resume().on("end", () => response.writeHead(status).end(body));
  }, 0);
  const origin = `http://127.0.0.1:${receiver.port}`;
  process.env.TABLE_NAME = table.name;
  const measurements = [];
  for (const scenario of await consumerScenarios(table, {
    working: `${origin}/working`,
    failing: `${origin}/failing`,
    origin,
  })) {
    measurements.push(await measure(scenario, bundles, proxy));
  }
  await receiver.stop();
  return measurements;
};

const measure = async (scenario: ConsumerScenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  const measureInvocation = async () => {
    const event = await scenario.event();
    proxy.takeCalls();
    proxy.joinTrips(scenario.inParallel ?? false);
    requireNoFailures(scenario, await handler(event));
    proxy.joinTrips(false);
    return sumCost(proxy.takeCalls());
  };
  return { scenario, cold: await measureInvocation(), warm: await measureInvocation() };
};

/** Throws if a function reports failures, because it has not done its work. */
const requireNoFailures = ({ endpoint, label }: ConsumerScenario, result: unknown) => {
  const { batchItemFailures = [] } = Object(result);
  if (batchItemFailures.length > 0) throw new Error(`${endpoint} ${label} failed.`);
};
