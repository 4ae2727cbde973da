import { log } from "../runtime/log.ts";
import { countOutcome } from "../runtime/metrics.ts";
import type { FirmState } from "../settings/firm-state.store.ts";
import { commitWhenFree } from "../table/commit.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import {
  admits,
  afterFailure,
  afterSuccess,
  isCircuitOpen,
  releaseFrom,
  startProbe,
} from "./circuit-breaker.rules.ts";
import { type Endpoint, type QueueDependencies, releaseWaiting } from "./claim-and-queue.ts";
import type { Webhook } from "./webhook.rules.ts";
import { changeHealth, changeWebhookWhen } from "./webhook.store.ts";
import type { AttemptMessage } from "./webhook-queue.ts";
import { hasFailedTooLong, isGone, isSuccess, type WebhookResponse } from "./webhook-retry-schedule.rules.ts";

const GONE = "The endpoint answered 410 Gone: it wants no more events.";
const FAILING = "Every attempt failed for five days.";

type Attempted = { readonly webhook: Webhook; readonly message: AttemptMessage };

type Result = { readonly outcome: WebhookResponse; readonly startedAt: number };

/** Counts failures, opens and closes the circuit. When it closes, the first of the deliveries that wait for it go. */
export const updateEndpointHealth = async (
  dependencies: QueueDependencies,
  { webhook, message: { firmId, eventId, isReleased } }: Attempted,
  { outcome, startedAt }: Result,
): Promise<void> => {
  const { table, now } = dependencies;
  const changed = await judgeHealth(table, { firmId, webhook }, (current) =>
    isSuccess(outcome)
      ? afterSuccess(current, now())
      : afterFailure(current, { eventId, startedAt, nowMilliseconds: now() }),
  );
  countStateChange(webhook, changed);
  const hasClosed = changed !== null && isSuccess(outcome) && isCircuitOpen(webhook);
  if (hasClosed && changed.checkAtMilliseconds !== 0 && !isReleased)
    await releaseWaiting(dependencies, { firmId, webhook: changed });
};

/** Disables an endpoint that is gone or has failed too long; false when it is neither. Repeating it changes nothing. */
export const disableIfDead = async (
  { table, now }: Pick<QueueDependencies, "table" | "now">,
  { firmId, webhook }: Endpoint,
  outcome: WebhookResponse,
): Promise<boolean> => {
  const { failingSinceMilliseconds } = webhook;
  if (isGone(outcome)) {
    await disable({ table, now }, { firmId, webhook }, GONE, {});
    return true;
  }
  if (isSuccess(outcome) || !hasFailedTooLong(failingSinceMilliseconds, now())) return false;
  await disable({ table, now }, { firmId, webhook }, FAILING, { failingSinceMilliseconds });
  return true;
};

const countStateChange = (before: Webhook, after: Webhook | null) => {
  if (after === null || isCircuitOpen(after) === isCircuitOpen(before)) return;
  countOutcome("Endpoints", isCircuitOpen(after) ? "failing" : "recovered");
};

/** Many attempts at one endpoint may end at once: one that has changed meanwhile is judged again as it is stored. */
const judgeHealth = async (
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

const disable = async (
  { table, now }: Pick<QueueDependencies, "table" | "now">,
  { firmId, webhook }: Endpoint,
  disabledReason: string,
  when: Partial<Webhook>,
) => {
  // Schedules a check that skips waiting deliveries.
  const fields = { enabled: false, disabledReason, ...releaseFrom(webhook, now()) };
  const { url } = webhook;
  const write = changeWebhookWhen(firmId, webhook, fields, { enabled: true, url, ...when });
  const { result } = await commitWhenFree(table, [write]);
  if (result !== "done") return;
  countOutcome("Endpoints", "disabled");
  log("warn", "webhook_disabled", { webhookId: webhook.id, reason: disabledReason });
};

/**
 * The endpoint if it may be sent to now, otherwise null. Nothing is sent for a disabled firm. When the pause of an open
 * circuit is over, one delivery probes it.
 */
export const admittingEndpoint = async (
  { table, now }: Pick<QueueDependencies, "table" | "now">,
  { webhook, firm }: { readonly webhook: Webhook; readonly firm: FirmState },
  { firmId, eventId, isRequested }: AttemptMessage,
): Promise<Webhook | null> => {
  if (firm.disabledAt !== null) return null;
  if (isRequested || admits(webhook, eventId)) return webhook;
  const probe = startProbe(webhook, eventId, now());
  if (probe === null) return null;
  const { isChanged, stored } = await changeHealth(table, firmId, webhook, probe);
  return isChanged ? stored : null;
};
