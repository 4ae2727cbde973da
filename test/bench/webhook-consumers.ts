import { join } from "node:path";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { nextAttempt } from "../../shared/webhooks/webhook-queue.ts";
import { newEvent } from "../support/events.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { freshInstance, sumCost } from "./cost.ts";
import { storeDelivery, storeWebhook } from "./scenarios/webhooks.ts";
import type { World } from "./world.ts";

type ConsumerScenario = {
  readonly endpoint: string;
  readonly label: string;
  readonly maxRoundTrips: number;
  /** Creates the event of an invocation. */
  readonly event: () => Promise<object> | object;
};

/** Measures the functions that bring events to webhooks; without callers, there are no keys. */
export const measureConsumers = async (world: World, bundles: string, proxy: CapacityProxy) => {
  const receiver = await listenOnLoopback((request, response) => {
    request.resume().on("end", () => response.end());
  }, 0);
  const url = `http://127.0.0.1:${receiver.port}/`;
  const measurements = [];
  for (const [label, prepare] of await consumerScenarios(world, url)) {
    for (const scenario of await prepare()) {
      measurements.push(await measure({ ...scenario, label }, bundles, proxy));
    }
  }
  await receiver.stop();
  return measurements;
};

const consumerScenarios = async (world: World, url: string) => {
  const fanOut = (maxRoundTrips: number): Omit<ConsumerScenario, "label"> => ({
    endpoint: "fan-out-event",
    maxRoundTrips,
    event: () => ({ detail: { ...newEvent(), firm_id: world.firmId } }),
  });
  const deliver = async (): Promise<Omit<ConsumerScenario, "label">> => {
    const webhook = await storeWebhook(world, url);
    const body = async () => JSON.stringify(nextAttempt(world.firmId, await storeDelivery(world, webhook)));
    return {
      endpoint: "deliver-webhook",
      maxRoundTrips: 2,
      event: async () => ({ Records: [{ messageId: "1", body: await body() }] }),
    };
  };
  return [
    ["no webhook subscribes to it", async () => [fanOut(1)]],
    ["one attempt", async () => [await deliver()]],
    ["one webhook subscribes to it", async () => [fanOut(2)]],
  ] as [string, () => Promise<Omit<ConsumerScenario, "label">[]>][];
};

const measure = async (scenario: ConsumerScenario, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  const measureInvocation = async () => {
    const event = await scenario.event();
    proxy.takeCalls();
    const { info } = console;
    console.info = () => {};
    await handler(event);
    console.info = info;
    return sumCost(proxy.takeCalls());
  };
  return { scenario, cold: await measureInvocation(), warm: await measureInvocation() };
};
