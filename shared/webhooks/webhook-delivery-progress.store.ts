import { conditionalUpdate, setFields } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import { webhookDeliveryKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "./due-index.store.ts";
import { attemptsKept, type WebhookAttempt, type WebhookDelivery } from "./webhook-delivery.rules.ts";
import { parseDelivery } from "./webhook-delivery-item.store.ts";
import { sweepTime } from "./webhook-retry-schedule.rules.ts";

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
 * Starts a new round of attempts.
 * @returns the changed delivery, or null when it has changed since it was read
 */
export const startRound = async (
  table: Table,
  firm: FirmId,
  delivery: WebhookDelivery,
  nowMilliseconds: number,
): Promise<WebhookDelivery | null> => {
  const { webhookId, id, round, attemptCount, attempts } = delivery;
  const { set, removed } = progressUpdate(id, {
    state: "pending",
    attemptCount: 0,
    nextAttemptMilliseconds: nowMilliseconds,
    dueAtMilliseconds: sweepTime(nowMilliseconds, nowMilliseconds),
  });
  const { result, item } = await conditionalUpdate(table, webhookDeliveryKey(firm, webhookId, id), {
    set: [...set, ...setFields({ round: round + 1, attempts: attemptsKept(delivery) })],
    removed,
    when: { round, attemptCount, attempts },
  });
  return result === "done" ? parseDelivery(item) : null;
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
