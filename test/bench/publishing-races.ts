import { join } from "node:path";
import { BATCHES_OF_A_SHARD } from "../../lib/stacks/concurrency.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { changeAt } from "../support/changes.ts";
import { streamEvent, streamRecord } from "../support/stream-events.ts";
import type { CapacityProxy } from "./capacity-proxy.ts";
import { freshInstance } from "./cost.ts";
import { newSampleLead, type World } from "./world.ts";

/** Batches of one busy firm, each with as many changes as fit a page of its log. */
const BATCHES = 20;
const CHANGES = 25;

export type PublishingRace = {
  readonly atOnce: number;
  readonly appends: number;
  /** Appends that met another batch's append to the firm's log, and were repeated. */
  readonly refused: number;
  readonly writeUnits: number;
};

/** Measures the refused appends of one firm that fills a shard, whose batches are published at once. */
export const measurePublishing = async (
  world: World,
  bundles: string,
  proxy: CapacityProxy,
): Promise<PublishingRace[]> => {
  const races: PublishingRace[] = [];
  for (const atOnce of [1, BATCHES_OF_A_SHARD, 2 * BATCHES_OF_A_SHARD])
    races.push(await race(world, bundles, { proxy, atOnce }));
  return races;
};

type Shard = { readonly proxy: CapacityProxy; readonly atOnce: number };

const race = async ({ firmId }: World, bundles: string, { proxy, atOnce }: Shard) => {
  const handlers = Array.from(
    { length: atOnce },
    () => freshInstance(join(bundles, "publish-events", "index.cjs")).handler,
  );
  let left = BATCHES;
  const creation = () => streamRecord(null, leadToItem(firmId, newSampleLead(), changeAt(Date.now())));
  const publish = async (handler: (event: unknown) => Promise<unknown>) => {
    while (left-- > 0) await handler(streamEvent(...Array.from({ length: CHANGES }, creation)));
  };
  proxy.takeCalls();
  await Promise.all(handlers.map(publish));
  const appends = proxy.takeCalls().filter(({ operation }) => operation === "TransactWriteItems");
  return {
    atOnce,
    appends: BATCHES,
    refused: appends.length - BATCHES,
    writeUnits: appends.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  };
};
