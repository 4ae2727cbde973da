import { findFailingWebhooks } from "../../shared/webhooks/find-failing-webhooks.ts";
import { webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import type { WebhookAttempt } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows, progressOf } from "./output.ts";
import { selectFirms, withFirm } from "./select-firms.ts";

type Options = OperatorOptions & { readonly firm?: string };

const listFailing = async (options: Options) => {
  const table = await openTable(options);
  const firms = await selectFirms(table, options.firm);
  const report = progressOf((count) => `${count} of ${firms.length} firms read`);
  const rows = [];
  for (const [index, firm] of firms.entries()) {
    for (const { webhook, lastFailure } of await findFailingWebhooks(table, firm.id)) {
      const { id, url, enabled, disabled_reason, failing_since } = webhookResource(webhook, Date.now());
      rows.push({
        firm_id: firm.id,
        name: firm.name,
        webhook_id: id,
        // The rest of an address may be a secret.
        host: new URL(url).host,
        enabled,
        failing_since,
        reason: enabled ? lastFailure && describeFailure(lastFailure) : (disabled_reason ?? BY_FIRM),
      });
    }
    report(index + 1);
  }
  printRows(rows, options);
};

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
