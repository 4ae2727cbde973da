import { findFailingWebhooks } from "../../shared/webhooks/find-failing-webhooks.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import type { WebhookAttempt } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { operatorCommand } from "./operator-command.ts";
import { type FirmOptions, printRowsOfFirms, withFirm } from "./select-firms.ts";

const listFailing = (options: FirmOptions) =>
  printRowsOfFirms(options, async (table, firm) =>
    (await findFailingWebhooks(table, firm.id)).map(({ webhook, lastFailure }) => {
      const { id, url, enabled, disabled_reason, failing_since } = webhookResource(webhook, Date.now());
      return {
        firm_id: firm.id,
        name: firm.name,
        webhook_id: id,
        // The rest of an address may be a secret.
        host: new URL(url).host,
        enabled,
        failing_since,
        reason: enabled ? lastFailure && describeFailure(lastFailure) : (disabled_reason ?? BY_FIRM),
      };
    }),
  );

const BY_FIRM = "The firm disabled it.";

const describeFailure = ({ status, error }: WebhookAttempt) => error ?? `It answered ${status}.`;

export const webhooksFailingCommand = () =>
  withFirm(
    operatorCommand({
      usage: "failing",
      description: "list the endpoints that fail or are disabled, since when, and why",
      examples: ["--stage prod", "--firm <firm>"],
    }),
  ).action(listFailing);
