import { recoverDeliveries } from "../../shared/contract/webhook-deliveries.ts";
import { webhookDeliveryResource } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { recoverDeliveries as recover } from "../../shared/operations/webhooks/recover-deliveries.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const table = connectTable();
const queue = connectWebhookQueue(environmentVariable("DELIVERY_QUEUE_URL"));

export const handler = endpoint(recoverDeliveries, table, async (request) => {
  const { firmId, params } = request;
  const cursorOf = (recovery: object) =>
    pageCursor(firmId, { list: "recovery", webhook: params.id, ...recovery });
  const { recovery, records, lastId } = await recover(
    { table, queue },
    {
      firmId,
      params,
      body: request.body,
      afterId: (input) => cursorOf(input).afterId(request.query.cursor),
      nowMilliseconds: request.nowMilliseconds,
    },
  );
  return {
    body: { data: records.map(webhookDeliveryResource), next_cursor: cursorOf(recovery).encode(lastId) },
  };
});
