import { commitWhenFree, type Write } from "../table/commit.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listDocuments, type Page, type PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type QueryRef, type RecordRef } from "../table/read-records.ts";
import { throwFault } from "../table/record-fault.ts";
import { type Item, settingsPartition, WEBHOOK_PREFIX, webhookKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import {
  documentDelete,
  documentUpdate,
  documentWrite,
  setFields,
  updateExpressions,
} from "../table/update-item.ts";
import { walkRecords } from "../table/walk-items.ts";
import type { Webhook } from "./webhook.rules.ts";
import { webhookFields } from "./webhook-fields.contract.ts";

const parseWebhook = (item: Item): Webhook => webhookFields.item().parse(item);

/** Reads a webhook endpoint of this firm, or null. */
export const webhookRecord = (firm: FirmId, id: string): RecordRef<Webhook | null> => ({
  key: webhookKey(firm, id),
  parse: nullIfMissing(parseWebhook),
});

/** Reads every endpoint of this firm. */
export const webhooksOfFirm = (firm: FirmId): QueryRef<Webhook[]> => ({
  query: (table) => listWebhooks(table, firm),
});

/** Reads pages of the firm's endpoints. */
export const webhookPage =
  (firm: FirmId) =>
  (table: Table, range: PageRange): Promise<Page<Webhook>> =>
    listDocuments(table, firm, { sortPrefix: WEBHOOK_PREFIX, parse: parseWebhook }, range);

/** Writes a new endpoint. */
export const putWebhook = (firm: FirmId, webhook: Webhook): Write => ({
  New: { ...webhookKey(firm, webhook.id), ...webhook },
});

/** Sets fields of an endpoint whose settings have not changed since it was read. */
export const changeWebhook = (firm: FirmId, { id, version }: Webhook, fields: Partial<Webhook>): Write =>
  documentWrite(webhookKey(firm, id), version, { ...fields, ...dueFields(id, fields) });

/** Deletes an endpoint whose settings have not changed since it was read. */
export const removeWebhook = (firm: FirmId, { id, version }: Webhook): Write =>
  documentDelete(webhookKey(firm, id), version);

/** The values of the endpoint that a write requires. */
type Condition = Partial<
  Pick<Webhook, "url" | "enabled" | "circuitClosedAtMilliseconds" | "failingSinceMilliseconds">
>;

/** Sets fields of an endpoint with the values in `when`. */
export const changeWebhookWhen = (
  firm: FirmId,
  { id }: Pick<Webhook, "id">,
  fields: Partial<Webhook>,
  when: Condition,
): Write => {
  const update = documentUpdate({ ...fields, ...dueFields(id, fields) }, when);
  return { Update: { Key: webhookKey(firm, id), ...updateExpressions(update) } };
};

/**
 * Changes an endpoint's health, unless it has changed since it was read. Keeps `version`, since the settings do not
 * change.
 * @returns the endpoint with the change, or the stored one instead; null when it is gone
 */
export const changeHealth = async (
  table: Table,
  firm: FirmId,
  webhook: Webhook,
  change: Partial<Webhook>,
): Promise<{ readonly isChanged: boolean; readonly stored: Webhook | null }> => {
  const { id, url, failureCount, retryAtMilliseconds, checkAtMilliseconds } = webhook;
  const outcome = await commitWhenFree(table, [
    healthWrite(firm, id, change, { url, failureCount, retryAtMilliseconds, checkAtMilliseconds }),
  ]);
  return outcome.result === "done"
    ? { isChanged: true, stored: { ...webhook, ...change } }
    : { isChanged: false, stored: nullIfMissing(parseWebhook)(outcome.reasons[0]?.item) };
};

/** Schedules the sweep's check of deliveries that wait for an endpoint, unless it is scheduled already. */
export const scheduleCheck = async (
  table: Table,
  firm: FirmId,
  { id, checkAtMilliseconds }: Webhook,
  milliseconds: number,
): Promise<void> => {
  if (checkAtMilliseconds !== 0) return;
  const change = { checkAtMilliseconds: milliseconds };
  await commitWhenFree(table, [healthWrite(firm, id, change, { checkAtMilliseconds })]);
};

/**
 * Reads every endpoint of a firm consistently: a new endpoint receives the very next event. `onFault` receives those
 * that cannot be read. Without it, the first one is an error.
 */
export const listWebhooks = async (table: Table, firm: FirmId, onFault = throwFault): Promise<Webhook[]> => {
  const documents = { pk: settingsPartition(firm), sortPrefix: WEBHOOK_PREFIX };
  const pages = walkRecords(table, { ...documents, kind: "webhook", parse: parseWebhook, onFault });
  const webhooks: Webhook[] = [];
  for await (const page of pages) webhooks.push(...page);
  return webhooks;
};

/** Returns the endpoint's place in the index of due items, which is the time of its next check. */
const dueFields = (id: string, { checkAtMilliseconds: checkAt }: Partial<Webhook>) =>
  checkAt ? dueAttributes(id, checkAt) : {};

const healthWrite = (firm: FirmId, id: string, change: Partial<Webhook>, when: Partial<Webhook>): Write => ({
  Update: {
    Key: webhookKey(firm, id),
    ...updateExpressions({
      set: setFields({ ...change, ...dueFields(id, change) }),
      ...(change.checkAtMilliseconds === 0 && { removed: DUE_ATTRIBUTES }),
      when,
    }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});
