import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";
import { getWebhookEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { webhookRecord } from "../../shared/webhooks/webhook.store.ts";

const table = connectTable();

export const handler = procedureEndpoint(
  getWebhookEndpoint,
  table,
  async ({ firmId, params, nowMilliseconds }) => {
    const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
    return { body: webhookResource(webhook, nowMilliseconds) };
  },
);
