import { log } from "../runtime/log.ts";
import { commitWhenFree } from "../table/commit.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { afterFailure, afterSuccess, isCircuitOpen } from "./circuit-breaker.rules.ts";
import { type Endpoint, type QueueDependencies, releaseWaiting } from "./claim-and-queue.ts";
import type { Webhook } from "./webhook.rules.ts";
import { changeHealth, changeWebhookWhen } from "./webhook.store.ts";
import type { AttemptMessage, AttemptOutcome, Disabling } from "./webhook-attempt.rules.ts";

import { isSuccess } from "./webhook-retry-schedule.rules.ts";

type Attempted = { readonly webhook: Webhook; readonly message: AttemptMessage };

/** Counts failures, opens and closes the circuit. Closing it releases the first waiting deliveries. */
export const updateEndpointHealth = async (
  dependencies: QueueDependencies,
  { webhook, message: { firmId, eventId, isReleased } }: Attempted,
  { outcome, startedAt }: AttemptOutcome,
): Promise<void> => {
  const { table, now } = dependencies;
  const reason = outcome.error ?? `It answered ${outcome.status}.`;
  const changed = await decideHealth(table, { firmId, webhook }, (current) =>
    isSuccess(outcome)
      ? afterSuccess(current, now())
      : afterFailure(current, { eventId, startedAt, nowMilliseconds: now(), reason }),
  );
  const hasClosed = changed !== null && isSuccess(outcome) && isCircuitOpen(webhook);
  if (hasClosed && changed.checkAtMilliseconds !== 0 && !isReleased)
    await releaseWaiting(dependencies, { firmId, webhook: changed });
};

/**
 * Updates the health of an endpoint. Many attempts may end at once: after a concurrent change, decides again on the
 * stored endpoint.
 */
const decideHealth = async (
  table: Table,
  { firmId, webhook }: Endpoint,
  decide: (current: Webhook) => Partial<Webhook> | null,
): Promise<Webhook | null> => {
  let current = webhook;
  return retryReads(async () => {
    const change = decide(current);
    if (change === null) return null;
    const { isChanged, stored } = await changeHealth(table, firmId, current, change);
    if (isChanged) return stored;
    if (stored === null || stored.url !== webhook.url) return null;
    current = stored;
    throw new ReadAgain();
  });
};

/** Disables an endpoint. A repeat changes nothing. */
export const disableEndpoint = async (
  table: Table,
  { firmId, webhook }: Endpoint,
  { reason, fields, when }: Disabling,
): Promise<void> => {
  const { result } = await commitWhenFree(table, [changeWebhookWhen(firmId, webhook, fields, when)]);
  if (result === "done") log("warn", "webhook_disabled", { webhookId: webhook.id, reason });
};
