import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { connectTable } from "../../shared/table/table.ts";
import { deleteWebhook as remove } from "../../shared/webhooks/delete-webhook.ts";
import { deleteWebhookEndpoint } from "../../shared/webhooks/webhook.contract.ts";

const table = connectTable();

export const handler = procedureEndpoint(deleteWebhookEndpoint, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
