import { listWebhooks } from "../../shared/contract/webhooks.ts";
import { webhookResource } from "../../shared/domain/webhooks/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { pageResponse } from "../../shared/http/page-response.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { webhookStore } from "../../shared/storage/webhooks/webhook-store.ts";

const table = connectTable();

export const handler = endpoint(listWebhooks, table, ({ firmId, query, nowMilliseconds }) =>
  pageResponse(
    { firmId, query, list: { list: "webhooks" } },
    (range) => webhookStore(table).list(firmId, range),
    (webhook) => webhookResource(webhook, nowMilliseconds),
  ),
);
