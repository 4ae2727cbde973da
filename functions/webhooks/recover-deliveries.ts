import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageCursor } from "../../shared/api/page.ts";
import { recoverDeliveries } from "../../shared/webhooks/recover-deliveries.ts";
import { recoverDeliveriesEndpoint } from "../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryResource } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const queue = connectWebhookQueue();

export const handler = procedureEndpoint(recoverDeliveriesEndpoint, async (request, table) => {
  const { firmId, params } = request;
  const cursorOf = (recovery: object) =>
    pageCursor(firmId, { list: "recovery", webhook: params.id, ...recovery });
  const { recovery, records, lastId } = await recoverDeliveries(
    { table, queue },
    {
      firmId,
      params,
      body: request.body,
      afterId: (input) => cursorOf(input).afterId(request.query?.cursor),
      nowMilliseconds: request.nowMilliseconds,
    },
  );
  return {
    body: { data: records.map(webhookDeliveryResource), next_cursor: cursorOf(recovery).encode(lastId) },
  };
});
