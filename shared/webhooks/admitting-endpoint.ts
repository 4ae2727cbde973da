import type { FirmState } from "../firm/firm-state.store.ts";
import { admits, startProbe } from "./circuit-breaker.rules.ts";
import type { QueueDependencies } from "./claim-and-queue.ts";
import type { Webhook } from "./webhook.rules.ts";
import { webhookStore } from "./webhook.store.ts";
import type { AttemptMessage } from "./webhook-queue.ts";

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
  const { isChanged, stored } = await webhookStore(table).changeHealth(firmId, webhook, probe);
  return isChanged ? stored : null;
};
