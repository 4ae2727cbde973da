import { admits, startProbe } from "../../domain/webhooks/circuit-breaker.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import type { FirmState } from "../../storage/firm/firm-state.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import type { AttemptMessage } from "../../webhooks/webhook-queue.ts";
import type { QueueDependencies } from "./claim-and-queue.ts";

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
