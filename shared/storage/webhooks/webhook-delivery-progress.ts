import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { WebhookDelivery } from "../../domain/webhooks/webhook-delivery.ts";
import { conditionalUpdate, setFields } from "../dynamodb/conditional-update.ts";
import type { Table } from "../dynamodb/table.ts";
import { webhookDeliveryKey } from "../record-keys.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "./due-index.ts";
import { parseDelivery } from "./webhook-delivery-item.ts";

type ProgressFields = Partial<
  Pick<WebhookDelivery, "round" | "attemptCount" | "attempts" | "nextAttemptMilliseconds">
>;

/** A delivery that goes on has a time at which the sweep looks at it. */
export type Progress = ProgressFields &
  (
    | { readonly state: "pending"; readonly sweepAtMilliseconds: number }
    | { readonly state: "delivered" | "failed" | "skipped" }
  );

/** @returns the changed delivery, or null when an attempt or a new round was recorded since it was read */
export const recordProgress = async (
  table: Table,
  firm: FirmId,
  { webhookId, id, round, attemptCount }: WebhookDelivery,
  progress: Progress,
): Promise<WebhookDelivery | null> => {
  const { result, item } = await conditionalUpdate(table, webhookDeliveryKey(firm, webhookId, id), {
    ...progressUpdate(id, progress),
    when: { round, attemptCount },
  });
  return result === "done" ? parseDelivery(item) : null;
};

const progressUpdate = (id: string, progress: Progress) => {
  if (progress.state !== "pending") {
    return { set: setFields(progress), removed: [...DUE_ATTRIBUTES, ["listing"]] };
  }
  const { sweepAtMilliseconds, ...fields } = progress;
  return {
    set: setFields({ ...fields, ...dueAttributes(id, sweepAtMilliseconds) }),
    removed: [["listing"]],
  };
};
