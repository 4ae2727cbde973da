import type { EventBridgeEvent } from "aws-lambda";
import { parsePublishedEvent } from "../../shared/events/published-event.rules.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { fanOutEvent } from "../../shared/webhooks/fan-out-event.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const table = connectTable();
const queue = connectWebhookQueue();

export const handler = (busEvent: EventBridgeEvent<string, unknown>): Promise<void> =>
  runConsumer("fan-out-event", async () => {
    const event = parsePublishedEvent(busEvent);
    await fanOutEvent({ table, queue }, { ...event, nowMilliseconds: Date.now() });
  });
