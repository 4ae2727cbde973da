import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { ALL_EVENTS, EVENT_TYPES } from "../events/event-types.contract.ts";
import { deleteVersion } from "../table/conditional-delete.ts";
import { conditionalUpdate, setFields } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import { putNew } from "../table/put-new.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { settingsPartition, WEBHOOK_PREFIX, webhookKey } from "../table/record-keys.ts";
import { changeDocument, listDocuments } from "../table/settings-document.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "./due-index.store.ts";
import { HEALTHY, type Webhook } from "./webhook.rules.ts";

/** Marks an endpoint whose health was never stored: a condition on it would fail for ever. */
const NOT_STORED = -1;

const webhookItem = lazy(() =>
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum([ALL_EVENTS, ...EVENT_TYPES])),
    description: z.string(),
    // Endpoints stored before this field have none.
    headers: z._default(z.record(z.string(), z.string()), {}),
    enabled: z.boolean(),
    disabledReason: z.nullable(z.string()),
    failingSinceMilliseconds: z.number(),
    // Endpoints stored before these fields have none.
    failureCount: z._default(z.number(), 0),
    retryAtMilliseconds: z._default(z.number(), NOT_STORED),
    probeEventId: z._default(z.nullable(z.string()), null),
    circuitClosedAtMilliseconds: z._default(z.number(), 0),
    checkAtMilliseconds: z._default(z.number(), 0),
    secret: z.string(),
    previousSecrets: z._default(z.array(z.object({ secret: z.string(), untilMilliseconds: z.number() })), []),
    version: z.number(),
  }),
);

const parseWebhook = (item: Item): Webhook => webhookItem().parse(item);

/** A webhook endpoint of this firm, or null. */
export const webhookRecord = (firm: FirmId, id: string): RecordRef<Webhook | null> => ({
  key: webhookKey(firm, id),
  parse: nullIfMissing(parseWebhook),
});

/** The values that a write requires the endpoint to have. */
type Condition = Partial<Pick<Webhook, "version" | "url" | "enabled" | "failingSinceMilliseconds">>;

export const webhookStore = (table: Table) => ({
  create: (firm: FirmId, webhook: Webhook): Promise<void> =>
    putNew(table, { TableName: table.name, Item: { ...webhookKey(firm, webhook.id), ...webhook } }),

  /**
   * Sets the given fields if the endpoint has the values that `when` requires.
   * @returns the changed endpoint, or `conflict` when it has other values or is gone
   */
  change: (
    firm: FirmId,
    id: string,
    fields: Partial<Webhook>,
    when: Condition,
  ): Promise<Webhook | "conflict"> =>
    changeDocument(
      table,
      { key: webhookKey(firm, id), parse: parseWebhook },
      { ...fields, ...dueFields(id, fields) },
      when,
    ),

  /**
   * Changes the endpoint's health, unless it has changed since it was read. Not a change of its settings, so `version`
   * stays.
   * @returns the endpoint as it is stored now; null when it is gone
   */
  changeHealth: async (
    firm: FirmId,
    { id, url, failureCount, retryAtMilliseconds, checkAtMilliseconds }: Webhook,
    change: Partial<Webhook>,
  ): Promise<{ readonly isChanged: boolean; readonly stored: Webhook | null }> => {
    const isStored = retryAtMilliseconds !== NOT_STORED;
    const { result, item } = await conditionalUpdate(table, webhookKey(firm, id), {
      ...healthUpdate(id, isStored ? change : { ...HEALTHY, ...change }),
      when: { url, ...(isStored && { failureCount, retryAtMilliseconds, checkAtMilliseconds }) },
    });
    return { isChanged: result === "done", stored: nullIfMissing(parseWebhook)(item) };
  },

  /** Makes the sweep look after the deliveries that wait for an endpoint, unless it does so already. */
  scheduleCheck: async (
    firm: FirmId,
    { id, checkAtMilliseconds }: Webhook,
    milliseconds: number,
  ): Promise<void> => {
    if (checkAtMilliseconds !== 0) return;
    await conditionalUpdate(table, webhookKey(firm, id), {
      ...healthUpdate(id, { checkAtMilliseconds: milliseconds }),
      when: { checkAtMilliseconds: 0 },
    });
  },

  /** @returns `conflict` when the endpoint is gone or has another version */
  delete: (firm: FirmId, { id, version }: Webhook): Promise<"done" | "conflict"> =>
    deleteVersion(table, webhookKey(firm, id), version),

  list: (firm: FirmId, range: PageRange): Promise<Page<Webhook>> =>
    listDocuments(table, firm, { sortPrefix: WEBHOOK_PREFIX, parse: parseWebhook }, range),

  /** Every endpoint of the firm, read consistently: a new endpoint receives the very next event. */
  all: async (firm: FirmId): Promise<Webhook[]> => {
    const webhooks: Webhook[] = [];
    const endpoints = { pk: settingsPartition(firm), sortPrefix: WEBHOOK_PREFIX };
    for await (const items of walkPartition(table, endpoints)) webhooks.push(...items.map(parseWebhook));
    return webhooks;
  },
});

/** The time of the next check is also the endpoint's place in the index of what is due. */
const dueFields = (id: string, { checkAtMilliseconds: checkAt }: Partial<Webhook>) =>
  checkAt ? dueAttributes(id, checkAt) : {};

const healthUpdate = (id: string, change: Partial<Webhook>) => ({
  set: setFields({ ...change, ...dueFields(id, change) }),
  ...(change.checkAtMilliseconds === 0 && { removed: DUE_ATTRIBUTES }),
  idPrefix: "healthUpdate",
});
