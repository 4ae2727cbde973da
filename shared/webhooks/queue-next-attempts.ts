import { describeCause, log } from "../runtime/log.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";
import { nextAttempt, sendAttempts, type WebhookQueue } from "./webhook-queue.ts";

type Options = {
  /** The firm asked for just this attempt: it is made even while other deliveries wait for the endpoint. */
  readonly isRequested?: true;
};

/** Queues the next attempts of stored deliveries. A queue that fails delays them only: the sweep finds them. */
export const queueNextAttempts = async (
  queue: WebhookQueue,
  firm: FirmId,
  deliveries: readonly WebhookDelivery[],
  { isRequested }: Options = {},
): Promise<void> => {
  const attempts = deliveries.map((delivery) => ({
    message: { ...nextAttempt(firm, delivery), isRequested },
  }));
  try {
    await sendAttempts(queue, attempts);
  } catch (error) {
    log("error", "attempts_not_queued", { count: attempts.length, cause: describeCause(error, []) });
  }
};
