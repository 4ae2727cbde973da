import { conditionalUpdate, setFields, updateExpressions } from "../table/conditional-update.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { webhookDeliveryKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { Write } from "../table/write.ts";
import type { WebhookAttempt, WebhookDelivery } from "./webhook-delivery.rules.ts";
import { parseDelivery } from "./webhook-delivery-item.store.ts";

/** A delivery that goes on has a time at which it is due, other than before. */
export type Progress = Partial<Pick<WebhookDelivery, "attemptCount" | "nextAttemptMilliseconds">> & {
  /** The attempt that was made. */
  readonly attempt?: WebhookAttempt | undefined;
} & (
    | { readonly state: "pending"; readonly dueAtMilliseconds: number }
    | { readonly state: "delivered" | "failed" | "skipped" }
  );

/**
 * Records the result of an attempt. When a new round has begun meanwhile, only the attempt is added to those that were
 * made.
 * @returns the changed delivery, or null when an attempt or a new round was recorded since it was read
 */
export const recordProgress = async (
  table: Table,
  firm: FirmId,
  { webhookId, id, round, attemptCount }: WebhookDelivery,
  progress: Progress,
): Promise<WebhookDelivery | null> => {
  const key = webhookDeliveryKey(firm, webhookId, id);
  const { result, item } = await conditionalUpdate(table, key, {
    ...progressUpdate(id, progress),
    when: { round, attemptCount },
  });
  if (result === "done") return parseDelivery(item);
  if (progress.attempt && item && parseDelivery(item).round > round)
    await conditionalUpdate(table, key, { set: [], appended: appendedAttempt(progress) });
  return null;
};

/**
 * Stores a new round of a delivery that has not changed since it was read. Only the fields of a round: the item keeps the
 * marks by which a repeated record of an attempt finds that it is done.
 */
export const startRound = (firm: FirmId, before: WebhookDelivery, after: WebhookDelivery): Write => {
  const { webhookId, id, round, attemptCount, attempts } = before;
  const { set, removed } = progressUpdate(id, {
    state: "pending",
    attemptCount: after.attemptCount,
    nextAttemptMilliseconds: after.nextAttemptMilliseconds,
    dueAtMilliseconds: after.dueAtMilliseconds,
  });
  const update = updateExpressions({
    set: [...set, ...setFields({ round: after.round, attempts: after.attempts })],
    removed,
    when: { round, attemptCount, attempts },
  });
  return { Update: { Key: webhookDeliveryKey(firm, webhookId, id), ...update } };
};

const progressUpdate = (id: string, { attempt, ...progress }: Progress) => {
  const appended = appendedAttempt({ attempt });
  if (progress.state !== "pending")
    return { set: setFields(progress), appended, removed: [...DUE_ATTRIBUTES, ["listing"]] };
  const { dueAtMilliseconds, ...fields } = progress;
  const set = setFields({ ...fields, ...dueAttributes(id, dueAtMilliseconds) });
  return { set, appended, removed: [["listing"]] };
};

const appendedAttempt = ({ attempt }: Pick<Progress, "attempt">) =>
  attempt ? ([[["attempts"], [attempt]]] as const) : [];
