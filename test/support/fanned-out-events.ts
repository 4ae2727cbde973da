import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import { fanOutEvent } from "../../shared/webhooks/fan-out-event.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { logEvents, newEvent } from "./events.ts";
import { webhookClock } from "./webhook-clock.ts";
import { respondingWith, runSweep } from "./webhook-deliveries.ts";
import { storeWebhook } from "./webhooks.ts";

type Counts = { readonly endpoints: number; readonly events: number };

/** Creates endpoints of a firm, and events in its log. */
export const fannedOutEvents = async (table: Table, firmId: FirmId, { endpoints, events }: Counts) => {
  const arrived: string[] = [];
  const webhooks: Webhook[] = [];
  for (let n = 0; n < endpoints; n++)
    webhooks.push(await storeWebhook(table, firmId, { url: `https://hooks.example.com/${firmId}/${n}` }));
  const service = webhookClock(table, firmId, ({ url, headers }) => {
    if (url.includes(firmId)) arrived.push(`${url} ${headers["webhook-id"]}`);
    return respondingWith(204)();
  });
  // All in one shard.
  const sent = Array.from({ length: events }, () =>
    newEvent({ id: `${newRecordId(Date.now()).slice(0, -2)}00` }),
  );
  await logEvents(table, firmId, sent);
  const { dependencies, clock, purge, run } = service;
  return {
    ...service,
    webhooks,
    sent,
    expected: webhooks.flatMap(({ url }) => sent.map(({ id }) => `${url} ${id}`)).sort(),
    /** Fans the events out. By default, all messages of the queue are lost. */
    fanOut: async ({ isLost = true } = {}) => {
      for (const { id, type } of sent)
        await fanOutEvent(dependencies, { firmId, id, type, nowMilliseconds: clock.now });
      if (isLost) purge();
    },
    arrived: () => [...arrived].sort(),
    sweep: async () => {
      await runSweep(dependencies);
      await run(0);
      return [...arrived].sort();
    },
  };
};
