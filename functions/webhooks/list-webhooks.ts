import { listWebhooks } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookStore } from "../../shared/storage/webhooks/webhook-store.ts";

const table = connectTable();

export const handler = endpoint(listWebhooks, table, async ({ firmId, query, nowMilliseconds }) => {
  const cursor = pageCursor(firmId, { list: "webhooks" });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  const { records, lastId } = await webhookStore(table).list(firmId, range);
  const data = records.map((webhook) => webhookResource(webhook, nowMilliseconds));
  return { body: { data, next_cursor: cursor.encode(lastId) } };
});
