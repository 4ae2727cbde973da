import { deleteWebhook } from "../../shared/contract/webhooks.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleteWebhook as remove } from "../../shared/operations/webhooks/delete-webhook.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(deleteWebhook, table, async (request) => {
  await remove(table, request);
  return { body: undefined };
});
