import { type Actor, newChange } from "../api/change.ts";
import type { StoredKey } from "../api/keys/key-store.ts";
import { operation, required } from "../api/operation.ts";
import { joinCursors, pageCursor, splitCursors } from "../api/page.ts";
import { runOperation } from "../api/run-operation.ts";
import { idAt, newRecordId } from "../runtime/record-id.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Page } from "../table/list-newest-first.ts";
import { uncached } from "../table/read-records.ts";
import { processRecord, reportFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import {
  type ReplayedDelivery,
  replayInboundDeliveriesEndpoint,
  replayInboundDeliveryEndpoint,
} from "./inbound-delivery.contract.ts";
import {
  type InboundDelivery,
  inboundDeliveryResource,
  isOpen,
  isWithoutContent,
  replayReceipt,
} from "./inbound-delivery.rules.ts";
import {
  inboundDeliveryRecord,
  isWithinRetention,
  listOldestDeliveries,
  type Walk,
  type WalkedDelivery,
} from "./inbound-delivery.store.ts";
import { type Delivery, decideIngestion, ingestion, ingestionReads } from "./ingest-delivery.ts";
import { cachedSourceRecord } from "./source.store.ts";

/** Bypasses the cache: a replay often follows a correction of the mapping or the fields. */
const freshSource = (noun: string, firm: FirmId, sourceId: string) => ({
  source: required(noun, uncached(cachedSourceRecord(firm, sourceId))),
  settings: uncached(settingsRecord(firm)),
});

/** Processes a stored delivery again. The replay is stored as a delivery of its own. */
export const replayInboundDelivery = operation(replayInboundDeliveryEndpoint, {
  reads: ({ firmId, params: { id: sourceId, deliveryId: id }, nowMilliseconds }, attempt) => ({
    ...ingestionReads(firmId, sourceId, attempt),
    ...freshSource("delivery", firmId, sourceId),
    replayed: required("delivery", inboundDeliveryRecord(firmId, { sourceId, id }, nowMilliseconds)),
  }),

  decide: async ({ replayed, ...records }, request, read) => {
    const replaying = { ...request, sourceId: records.source.id };
    const { answer, ...decision } = await decideIngestion(records, replayOf(replaying, replayed), read);
    return { ...decision, answer: inboundDeliveryResource(answer.delivery, answer.source) };
  },
});

/** Replays the next deliveries of a walk. The first request of a walk decides its end. */
export const replayInboundDeliveries = operation(replayInboundDeliveriesEndpoint, {
  reads: ({ firmId, params }) => freshSource("source", firmId, params.id),

  decide: ({ source: { id: sourceId } }, { firmId, actor, key, input, query, nowMilliseconds }) => {
    const { since, until, outcome, limit } = input;
    const cursor = input.cursor?.trim() || query.cursor;
    const cursors = replayCursor(firmId, { list: "replay", sourceId, since, until, outcome });
    const { afterId = null, toId } = cursors.decode(cursor) ?? {
      toId: idAt(until === undefined ? nowMilliseconds : Date.parse(until)),
    };
    const walk = { outcome, limit, from: idAt(Date.parse(since)), to: toId, afterId };
    return {
      after: async (table) => {
        const request = { firmId, actor, key, sourceId, nowMilliseconds };
        const { records, lastId } = await replayWalk(table, request, walk);
        return {
          data: records,
          next_cursor: lastId === null ? null : cursors.encode({ afterId: lastId, toId }),
        };
      },
    };
  },
});

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly key: StoredKey;
  readonly sourceId: string;
  readonly nowMilliseconds: number;
};

type Replaying = Pick<Delivery, "firmId" | "sourceId" | "newId" | "nowMilliseconds" | "change">;

const replayOf = (replaying: Replaying, replayed: InboundDelivery): Delivery => ({
  ...replaying,
  replayed,
  receiptFor: () => replayReceipt(replaying.newId, replayed),
});

/** Processes one delivery of a walk. */
const replay = async (
  table: Table,
  { key, ...request }: Request,
  replayed: InboundDelivery,
): Promise<InboundDelivery> => {
  const nowMilliseconds = Date.now();
  const replaying = {
    ...request,
    nowMilliseconds,
    newId: newRecordId(nowMilliseconds),
    change: newChange({ ...request, nowMilliseconds }),
  };
  const { body } = await runOperation({
    table,
    operation: ingestion,
    request: replayOf(replaying, replayed),
    violations: [],
    input: undefined,
    claim: null,
    key: Promise.resolve(key),
  });
  return body.delivery;
};

/** The time after which a request starts no more replays, far below the function's timeout. The next one continues. */
const REPLAY_MILLISECONDS = 10_000;

/**
 * Replays one delivery after the other, so that the newest of an external id wins. Stops when the time is over or the
 * store fails, and keeps earlier replays. Throws only if the first one fails.
 */
const replayWalk = async (table: Table, request: Request, walk: Walk): Promise<Page<ReplayedDelivery>> => {
  const page = await listOldestDeliveries(table, request.firmId, request.sourceId, walk);
  const records: ReplayedDelivery[] = [];
  let lastId = walk.afterId;
  for (const [index, walked] of page.records.entries()) {
    // The first one is always replayed, so that every call makes progress.
    const isLate = index > 0 && Date.now() > request.nowMilliseconds + REPLAY_MILLISECONDS;
    const replayed = isLate
      ? null
      : await replayWalked(table, request, walk, walked).catch(nullAfter(records));
    if (replayed === null) return { records, lastId };
    records.push(...replayed);
    lastId = walked.id;
  }
  return { records, lastId: page.lastId };
};

/** @throws the error when nothing was replayed before */
const nullAfter = (records: readonly unknown[]) => (error: unknown) => {
  if (records.length === 0) throw error;
  return null;
};

/** Returns nothing for a delivery without content, one that is settled, or a replay: the walk includes its original. */
const replayWalked = (
  table: Table,
  request: Request,
  walk: Pick<Walk, "outcome">,
  { id, read }: WalkedDelivery,
): Promise<ReplayedDelivery[]> =>
  processRecord(
    async () => {
      const delivery = read();
      if (!isReplayable(delivery, request.nowMilliseconds)) return [];
      const { outcome, leadId } = await replay(table, request, delivery);
      return [{ delivery_id: id, outcome, leadId, failed: false }];
    },
    (fault) => {
      reportFault({ walk: "replay", recordId: id }, fault);
      return [{ delivery_id: id, outcome: walk.outcome, leadId: null, failed: true }];
    },
  );

const isReplayable = (delivery: InboundDelivery, nowMilliseconds: number) =>
  delivery.replayOf === null &&
  isOpen(delivery) &&
  !isWithoutContent(delivery) &&
  isWithinRetention(delivery, nowMilliseconds);

/** The progress of a walk, and its end, which its first request decides. */
type Position = { readonly afterId: string; readonly toId: string };

/** Returns the cursor of a walk over one firm's inbound deliveries with one set of filters. */
const replayCursor = (firm: FirmId, filters: unknown) => {
  const ends = pageCursor(firm, filters);
  /** A position is valid only with its own end. */
  const positions = (toId: string) => pageCursor(firm, { filters, toId });
  return {
    encode: ({ afterId, toId }: Position): string =>
      joinCursors([ends.encode(toId), positions(toId).encode(afterId)]),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): Position | null => {
      if (text === undefined) return null;
      const [end, position] = splitCursors(text);
      const toId = ends.decode(end);
      return { afterId: positions(toId).decode(position), toId };
    },
  };
};
