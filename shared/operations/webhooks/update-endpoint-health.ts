import type { FirmId } from "../../domain/firm/firm-id.ts";
import { afterFailure, afterSuccess, rescheduleCheck } from "../../domain/webhooks/circuit-breaker.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import {
  hasFailedTooLong,
  isGone,
  isSuccess,
  type WebhookResponse,
} from "../../domain/webhooks/webhook-retry-schedule.ts";
import { log } from "../../runtime/log.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";

const GONE = "The endpoint answered 410 Gone: it wants no more events.";
const FAILING = "Every attempt failed for five days.";

type Endpoint = { readonly firmId: FirmId; readonly webhook: Webhook };

type Attempted = {
  readonly eventId: string;
  readonly outcome: WebhookResponse;
  readonly startedAt: number;
};

type Dependencies = { readonly table: Table; readonly now: () => number };

/** Counts failures, opens and closes the circuit, and disables an endpoint that is gone or has failed too long. */
export const updateEndpointHealth = async (
  { table, now }: Dependencies,
  { firmId, webhook }: Endpoint,
  { eventId, outcome, startedAt }: Attempted,
): Promise<void> => {
  const { failingSinceMilliseconds: since } = webhook;
  if (isGone(outcome)) return disable({ table, now }, { firmId, webhook }, GONE, {});
  if (!isSuccess(outcome) && hasFailedTooLong(since, now())) {
    return disable({ table, now }, { firmId, webhook }, FAILING, { failingSinceMilliseconds: since });
  }
  await changeHealth(table, { firmId, webhook }, (current) =>
    isSuccess(outcome)
      ? afterSuccess(current, now())
      : afterFailure(current, { eventId, startedAt, now: now() }),
  );
};

const TRIES = 8;

/** Many attempts at one endpoint may end at once: decides again on the endpoint as another one left it. */
const changeHealth = async (
  table: Table,
  { firmId, webhook }: Endpoint,
  decide: (current: Webhook) => Partial<Webhook> | null,
) => {
  let current = webhook;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const change = decide(current);
    if (change === null) return;
    const { isChanged, stored } = await webhookStore(table).changeHealth(firmId, current, change);
    if (isChanged || stored === null || stored.url !== webhook.url) return;
    current = stored;
  }
};

const disable = async (
  { table, now }: Dependencies,
  { firmId, webhook }: Endpoint,
  disabledReason: string,
  when: Partial<Webhook>,
) => {
  // Deliveries that wait are looked at, and skipped.
  const fields = { enabled: false, disabledReason, ...rescheduleCheck(webhook, now()) };
  const { url } = webhook;
  const disabled = await webhookStore(table).change(firmId, webhook.id, fields, {
    enabled: true,
    url,
    ...when,
  });
  if (disabled === "conflict") return;
  log("warn", "webhook_disabled", { webhookId: webhook.id, reason: disabledReason });
};
