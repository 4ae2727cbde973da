import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { pageResponse } from "../../shared/api/page-response.ts";
import { connectTable } from "../../shared/table/table.ts";
import { listWebhooksEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { webhookStore } from "../../shared/webhooks/webhook.store.ts";

const table = connectTable();

export const handler = procedureEndpoint(listWebhooksEndpoint, table, ({ firmId, query, nowMilliseconds }) =>
  pageResponse(
    { firmId, query, list: { list: "webhooks" } },
    (range) => webhookStore(table).list(firmId, range),
    (webhook) => webhookResource(webhook, nowMilliseconds),
  ),
);
