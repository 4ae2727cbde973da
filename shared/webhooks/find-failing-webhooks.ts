import { millisecondsInMinute } from "date-fns/constants";
import { idAt, LAST_ID } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { OnFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import type { Webhook } from "./webhook.rules.ts";
import { listWebhooks } from "./webhook.store.ts";
import type { WebhookAttempt } from "./webhook-delivery.rules.ts";
import { deliverySection } from "./webhook-delivery.store.ts";
import { isSuccess } from "./webhook-retry-schedule.rules.ts";

type FailingWebhook = {
  readonly webhook: Webhook;
  /** The latest known failure; null for a disabled endpoint. */
  readonly lastFailure: WebhookAttempt | null;
};

/**
 * Finds the endpoints of a firm that fail or are disabled. `onFault` receives endpoints and deliveries that cannot be
 * read.
 */
export const findFailingWebhooks = async (
  table: Table,
  firm: FirmId,
  onFault: OnFault,
): Promise<FailingWebhook[]> => {
  const webhooks = await listWebhooks(table, firm, onFault);
  const failing = webhooks.filter(
    ({ enabled, failingSinceMilliseconds }) => !enabled || failingSinceMilliseconds !== 0,
  );
  return Promise.all(
    failing.map(async (webhook) => ({
      webhook,
      lastFailure: webhook.enabled ? await findLastFailure(table, firm, { webhook, onFault }) : null,
    })),
  );
};

/**
 * Finds the latest failure among the first deliveries. The first failure is that of a new event, and an open circuit
 * attempts only the oldest waiting delivery.
 */
const findLastFailure = async (
  table: Table,
  firm: FirmId,
  { webhook, onFault }: { readonly webhook: Webhook; readonly onFault: OnFault },
): Promise<WebhookAttempt | null> => {
  const from = idAt(webhook.failingSinceMilliseconds - millisecondsInMinute);
  const query = {
    webhookId: webhook.id,
    onFault: (id: string, fault: unknown) => onFault(`the delivery ${id}`, fault),
  };
  const { records } = await deliverySection(table, firm, query, { from, to: LAST_ID, afterId: null });
  const failures = records.flatMap(({ attempts }) => attempts.filter((attempt) => !isSuccess(attempt)));
  return failures.sort((one, other) => one.at.localeCompare(other.at)).at(-1) ?? null;
};
