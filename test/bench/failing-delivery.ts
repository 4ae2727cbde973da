import { newRecordId } from "../../shared/runtime/record-id.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { readDelivery, respondingWith } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";
import { createBenchTable } from "./bench-table.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { type Cost, sumCost } from "./cost.ts";

/** The cost of a delivery from its first attempt until it is given up, and the cost of a sweep that finds nothing. */
export type FailingDelivery = {
  readonly invocations: number;
  readonly messages: number;
  /** Excludes the searches of the sweeps, which all deliveries share. */
  readonly cost: Cost;
  readonly idleSweep: Cost;
};

export const FAILING_DELIVERY_MAXIMUM = { invocations: 10, messages: 17, roundTrips: 42 };

const LONGER_THAN_ALL_ATTEMPTS = 76 * 3_600_000;

/** Runs a delivery that always fails through its ten attempts, by a clock that the bench moves. */
export const measureFailingDelivery = async (
  endpoint: string,
  proxy: CapacityProxy,
): Promise<FailingDelivery> => {
  // The table is separate, because a sweep by the moved clock finds every item in it.
  const direct = await createBenchTable(endpoint, "bench-failing-delivery");
  const counted = connectTable(direct.name);
  const firmId = firmIdFromVerifiedSource(newRecordId(Date.now()));
  const webhook = await storeWebhook(direct, firmId);
  const { send, run, counts, dependencies } = webhookClock(counted, firmId, respondingWith(500), direct);
  proxy.takeCalls();
  await sweepDeliveries(dependencies);
  const idleSweep = sumCost(proxy.takeCalls());
  const { delivery } = await send(webhook);
  proxy.takeCalls();
  await run(LONGER_THAN_ALL_ATTEMPTS);
  const cost = subtract(sumCost(proxy.takeCalls()), idleSweep, counts.sweeps);
  const after = await readDelivery(direct, firmId, delivery);
  if (after?.state !== "failed") throw new Error(`The failing delivery is ${after?.state}.`);
  return { invocations: counts.invocations, messages: counts.messages, cost, idleSweep };
};

const subtract = (total: Cost, each: Cost, count: number): Cost => ({
  roundTrips: total.roundTrips - count * each.roundTrips,
  readUnits: total.readUnits - count * each.readUnits,
  writeUnits: total.writeUnits - count * each.writeUnits,
});
