import { isDeepStrictEqual } from "node:util";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { commitWhenFree, type Write } from "../table/commit.ts";
import { DUE_ATTRIBUTES, type DueKey, dueAttributes, parseDue } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { webhookDeliveryKey, webhookDeliveryPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { setFields, updateExpressions, updateItem } from "../table/update-item.ts";
import type { DeliveryProgress, WebhookDelivery } from "./webhook-delivery.rules.ts";
import { parseDelivery, WAITING } from "./webhook-delivery.store.ts";

/**
 * Records the result of an attempt. When a new round has begun meanwhile, only adds the attempt to the list. A repeat
 * after a lost answer finds the attempt in the list; without one, it changes nothing more.
 * @returns the changed delivery, or null when an attempt or a new round was recorded since it was read
 */
export const recordProgress = async (
  table: Table,
  firm: FirmId,
  { webhookId, id, round, attemptCount }: WebhookDelivery,
  progress: DeliveryProgress,
): Promise<WebhookDelivery | null> => {
  const Key = webhookDeliveryKey(firm, webhookId, id);
  const update = { ...progressUpdate(id, progress), when: { round, attemptCount } };
  const { result, item } = await updateItem(table, { Key, ...updateExpressions(update) });
  const stored = item ? parseDelivery(item) : null;
  if (result === "done" || stored === null) return stored;
  const isNewRound = stored.round > round;
  if (stored.attempts.some((attempt) => isDeepStrictEqual(attempt, progress.attempt)))
    return isNewRound ? null : stored;
  if (progress.attempt && isNewRound) {
    const appending = { set: [], appended: appendedAttempt(progress) };
    await commitWhenFree(table, [{ Update: { Key, ...updateExpressions(appending) } }]);
  }
  return null;
};

/** Stores a new round of a delivery that has not changed since it was read. */
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

const progressUpdate = (id: string, { attempt, ...progress }: DeliveryProgress) => {
  const appended = appendedAttempt({ attempt });
  if (progress.state !== "pending")
    return { set: setFields(progress), appended, removed: [...DUE_ATTRIBUTES, ["listing"]] };
  const { dueAtMilliseconds, ...fields } = progress;
  const set = setFields({ ...fields, ...dueAttributes(id, dueAtMilliseconds) });
  return { set, appended, removed: [["listing"]] };
};

const appendedAttempt = ({ attempt }: Pick<DeliveryProgress, "attempt">) =>
  attempt ? ([[["attempts"], [attempt]]] as const) : [];

/**
 * Makes a delivery wait for its endpoint, unless it is done or another attempt was scheduled since it was read.
 * @returns the key for a claim, or null
 */
export const markWaiting = async (
  table: Table,
  firm: FirmId,
  { webhookId, id, dueAtMilliseconds: before }: WebhookDelivery,
  dueAtMilliseconds: number,
): Promise<DueKey | null> => {
  const key = webhookDeliveryKey(firm, webhookId, id);
  const due = dueAttributes(id, dueAtMilliseconds);
  const update = updateExpressions({
    set: setFields({ ...due, listing: WAITING }),
    when: { state: "pending", dueAt: dueAttributes(id, before).dueAt },
  });
  const { result } = await commitWhenFree(table, [{ Update: { Key: key, ...update } }]);
  return result === "done" ? { key, dueAt: due.dueAt } : null;
};

/**
 * Claims a delivery, so that the caller sends it. It is due again at `dueAtMilliseconds`.
 * @returns false when another sweep claimed it or it is done
 */
export const claimDelivery = async (
  table: Table,
  { key, dueAt }: DueKey,
  { id, dueAtMilliseconds }: { id: string; dueAtMilliseconds: number },
): Promise<boolean> => {
  const update = updateExpressions({
    set: setFields(dueAttributes(id, dueAtMilliseconds)),
    removed: [["listing"]],
    when: { state: "pending", dueAt },
  });
  const { result } = await commitWhenFree(table, [{ Update: { Key: key, ...update } }]);
  return result === "done";
};

/** Reads the keys of deliveries that wait for an endpoint, oldest first. */
export const listWaitingKeys = async (
  table: Table,
  firm: FirmId,
  webhookId: string,
  limit: number,
): Promise<DueKey[]> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "byListing",
      KeyConditionExpression: "pk = :pk AND listing = :waiting",
      ExpressionAttributeValues: { ":pk": webhookDeliveryPartition(firm, webhookId), ":waiting": WAITING },
      Limit: limit,
    }),
  );
  return Items.map(parseDue);
};
