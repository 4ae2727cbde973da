import { operation, required } from "../api/operation.ts";
import { pageCursor } from "../api/page.ts";
import { retainedRange } from "../events/event-item.store.ts";
import { eventSection } from "../events/event-log.store.ts";
import { batchesOf } from "../runtime/collections.ts";
import { idAt, LAST_ID } from "../runtime/record-id.ts";
import { commitWhenFree } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { EMPTY_PAGE } from "../table/list-newest-first.ts";
import type { IdRange } from "../table/list-oldest-first.ts";
import { processRecord, reportFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { requireEnabled, subscribesTo, type Webhook } from "./webhook.rules.ts";
import { webhookRecord } from "./webhook.store.ts";
import { type Recovery, recoverDeliveriesEndpoint } from "./webhook-delivery.contract.ts";
import {
  newRound,
  newWebhookDelivery,
  type WebhookDelivery,
  webhookDeliveryResource,
} from "./webhook-delivery.rules.ts";
import { deliverySection, putMissingDelivery } from "./webhook-delivery.store.ts";
import { startRound } from "./webhook-delivery-progress.store.ts";
import { queueNextAttempts, type WebhookQueue } from "./webhook-queue.ts";

const PAGE_SIZE = 100;
const CONCURRENT_WRITES = 25;

/** Queues an endpoint's deliveries of a period again, oldest first, and on request those that it was never sent. */
export const recoverDeliveries = (queue: WebhookQueue) =>
  operation(recoverDeliveriesEndpoint, {
    reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

    decide: ({ webhook }, { firmId, params, input: recovery, query, nowMilliseconds }) => {
      requireEnabled(webhook);
      const cursor = pageCursor(firmId, { list: "recovery", webhook: params.id, ...recovery });
      const range = {
        from: idAt(Date.parse(recovery.since)),
        // Not this instance's time, which may be behind that of the instance that made the cursor.
        to: recovery.until === undefined ? LAST_ID : idAt(Date.parse(recovery.until)),
        afterId: cursor.afterId(query.cursor),
      };
      const search = { webhook, recovery, range: retainedRange(range, nowMilliseconds), nowMilliseconds };
      return {
        after: async (table) => {
          const { candidates, lastId } = await findCandidates(table, firmId, search);
          const records = await restartAll({ table, queue }, firmId, candidates, nowMilliseconds);
          return { data: records.map(webhookDeliveryResource), next_cursor: cursor.encode(lastId) };
        },
      };
    },
  });

/** A delivery to start again, or a new one of an event that was never sent. */
type Candidate = { readonly delivery: WebhookDelivery; readonly isNew: boolean };

type Search = {
  readonly webhook: Webhook;
  readonly recovery: Recovery;
  readonly range: IdRange;
  readonly nowMilliseconds: number;
};

const reportUnread = (recordId: string, fault: unknown) => reportFault({ walk: "recovery", recordId }, fault);

const findCandidates = async (
  table: Table,
  firm: FirmId,
  { webhook, recovery, range, nowMilliseconds }: Search,
) => {
  const [deliveries, events] = await Promise.all([
    deliverySection(table, firm, { webhookId: webhook.id, onFault: reportUnread }, range),
    recovery.missing ? eventSection(table, firm, reportUnread, range) : EMPTY_PAGE,
  ]);
  // Records beyond the end of either section are not known yet.
  const end = [deliveries.lastId, events.lastId].flatMap((id) => id ?? []).sort()[0] ?? null;
  const sent = new Set(deliveries.records.map(({ id }) => id));
  const candidates: Candidate[] = [
    ...deliveries.records
      .filter(({ state }) => recovery.states.some((each) => each === state))
      .map((delivery) => ({ delivery, isNew: false })),
    ...events.records
      .filter((event) => !sent.has(event.id) && subscribesTo(webhook, event.type))
      .map((event) => ({ delivery: newWebhookDelivery(webhook, event, nowMilliseconds), isNew: true })),
  ]
    .filter(({ delivery }) => end === null || delivery.id <= end)
    .sort((one, other) => (one.delivery.id < other.delivery.id ? -1 : 1));
  const page = candidates.slice(0, PAGE_SIZE);
  return {
    candidates: page,
    lastId: candidates.length > page.length ? (page.at(-1)?.delivery.id ?? null) : end,
  };
};

const restartAll = async (
  { table, queue }: { readonly table: Table; readonly queue: WebhookQueue },
  firm: FirmId,
  candidates: readonly Candidate[],
  nowMilliseconds: number,
): Promise<WebhookDelivery[]> => {
  const records: WebhookDelivery[] = [];
  for (const batch of batchesOf(candidates, CONCURRENT_WRITES)) {
    const stored = await Promise.all(
      batch.map((candidate) =>
        processRecord(
          () => restart(table, firm, candidate, nowMilliseconds),
          (fault) => unrestarted(candidate, fault),
        ),
      ),
    );
    const shown = stored.flatMap((delivery) => delivery ?? []);
    // At once, so that a later fault leaves no restarted delivery unqueued.
    await queueNextAttempts(
      queue,
      firm,
      shown.filter(({ state }) => state === "pending"),
    );
    records.push(...shown);
  }
  return records;
};

/** Returns a delivery that could not be restarted, as it is stored. */
const unrestarted = ({ delivery, isNew }: Candidate, fault: unknown): WebhookDelivery | null => {
  reportFault({ walk: "recovery", recordId: delivery.id }, fault);
  return isNew ? null : delivery;
};

/**
 * Restarts a delivery.
 * @returns null when another run stored or changed it since the search: that run queues it
 */
const restart = async (
  table: Table,
  firm: FirmId,
  { delivery, isNew }: Candidate,
  nowMilliseconds: number,
): Promise<WebhookDelivery | null> => {
  const restarted = isNew ? delivery : newRound(delivery, nowMilliseconds);
  const { result } = await commitWhenFree(table, [
    isNew ? putMissingDelivery(firm, delivery) : startRound(firm, delivery, restarted),
  ]);
  return result === "done" ? restarted : null;
};
