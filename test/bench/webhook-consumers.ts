import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { firstAttempt } from "../../shared/webhooks/webhook-queue.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { cost, freshInstance } from "./cost.ts";
import { sampleEvent, storeDelivery, storeWebhook } from "./scenarios/webhooks.ts";
import type { World } from "./world.ts";

type Consumption = {
  readonly endpoint: string;
  readonly label: string;
  readonly roundTripsAtMost: number;
  /** An invocation's event, made anew each time. */
  readonly event: () => Promise<object> | object;
};

/** What an event costs on its way to the webhooks: no callers, so no keys. */
export const measureConsumers = async (world: World, bundles: string, proxy: CapacityProxy) => {
  const receiver = createServer((request, response) => request.resume().on("end", () => response.end()));
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${Object(receiver.address()).port}/`;
  const measured = [];
  for (const [label, prepare] of await consumptions(world, url)) {
    for (const scenario of await prepare()) {
      measured.push(await measure({ ...scenario, label }, bundles, proxy));
    }
  }
  receiver.closeAllConnections();
  receiver.close();
  return measured;
};

const consumptions = async (world: World, url: string) => {
  const fanOut = (roundTripsAtMost: number): Omit<Consumption, "label"> => ({
    endpoint: "fan-out-event",
    roundTripsAtMost,
    event: () => ({ detail: { ...sampleEvent(), firm_id: world.firmId } }),
  });
  const deliver = async (): Promise<Omit<Consumption, "label">> => {
    const webhook = await storeWebhook(world, url);
    const body = async () => JSON.stringify(firstAttempt(world.firmId, await storeDelivery(world, webhook)));
    return {
      endpoint: "deliver-webhook",
      roundTripsAtMost: 2,
      event: async () => ({ Records: [{ messageId: "1", body: await body() }] }),
    };
  };
  return [
    ["no webhook wants it", async () => [fanOut(1)]],
    ["one attempt", async () => [await deliver()]],
    ["one webhook wants it", async () => [fanOut(2)]],
  ] as [string, () => Promise<Omit<Consumption, "label">[]>][];
};

const measure = async (scenario: Consumption, bundles: string, proxy: CapacityProxy) => {
  const { handler } = freshInstance(join(bundles, scenario.endpoint, "index.cjs"));
  const counted = async () => {
    const event = await scenario.event();
    proxy.take();
    const { info } = console;
    console.info = () => {};
    await handler(event);
    console.info = info;
    return cost(proxy.take());
  };
  return { scenario, cold: await counted(), warm: await counted() };
};
