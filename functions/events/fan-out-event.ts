import type { EventBridgeEvent } from "aws-lambda";
import { connectDeliveryQueue } from "../../shared/messaging/delivery-queue.ts";
import { parsePublishedEvent } from "../../shared/messaging/published-event.ts";
import { fanOutEvent } from "../../shared/operations/fan-out-event.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();
const queue = connectDeliveryQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = async ({ detail }: EventBridgeEvent<string, unknown>): Promise<void> => {
  const { firmId, event } = parsePublishedEvent(detail);
  await fanOutEvent({ table, queue }, firmId, event, Date.now());
};
