import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listWebhooksEndpoint } from "../../shared/webhooks/webhook.contract.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { webhookPage } from "../../shared/webhooks/webhook.store.ts";

const listWebhooks = operation(listWebhooksEndpoint, {
  reads: (request) => ({ page: pageAfterCursor(request, { list: "webhooks" }, webhookPage(request.firmId)) }),
  decide: ({ page }, { nowMilliseconds }) => ({
    answer: pageResource(page, (webhook) => webhookResource(webhook, nowMilliseconds)),
  }),
});

export const handler = endpoint(listWebhooks);
