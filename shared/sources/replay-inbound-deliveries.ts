import type { Actor } from "../api/change.ts";
import { joinCursors, pageCursor, splitCursors } from "../api/page.ts";
import { newRecordId } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Page } from "../table/list-newest-first.ts";
import type { Table } from "../table/table.ts";
import { type InboundDelivery, replayReceipt } from "./inbound-delivery.rules.ts";
import { isWithinRetention, listOldestDeliveries, type Walk } from "./inbound-delivery.store.ts";
import { ingestLead } from "./ingest-lead.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly sourceId: string;
  readonly nowMilliseconds: number;
};

/** Processes a stored delivery again. The replay is stored as a delivery of its own. */
export const replayInboundDelivery = async (
  table: Table,
  request: Request,
  replayed: InboundDelivery,
): Promise<InboundDelivery> => {
  const id = newRecordId(Date.now());
  const receiptFor = () => replayReceipt(id, replayed);
  const { delivery } = await ingestLead(table, { ...request, receiptFor, priorLeadId: replayed.leadId });
  return delivery;
};

/** A request replays no more after this time, far below the function's timeout: the next one goes on. */
const REPLAY_MILLISECONDS = 10_000;

/** A delivery of a walk, and what its replay became. */
type Replayed = Pick<InboundDelivery, "id" | "outcome" | "leadId">;

/** Replays the next deliveries of a walk. Leaves out replays: the walk has what they replay. */
export const replayInboundDeliveries = async (
  table: Table,
  request: Request,
  walk: Walk,
): Promise<Page<Replayed>> => {
  const { firmId, sourceId, nowMilliseconds } = request;
  const page = await listOldestDeliveries(table, firmId, sourceId, walk);
  const originals = page.records.filter(
    (delivery) => delivery.replayOf === null && isWithinRetention(delivery, nowMilliseconds),
  );
  const records = await replayInTurn(table, request, originals);
  const isComplete = records.length === originals.length;
  return { records, lastId: isComplete ? page.lastId : (records.at(-1)?.id ?? walk.afterId) };
};

/**
 * Replays one delivery after the other, so that the newest of an external id wins. Stops when the time is over or the
 * service fails, unless it failed at once: what was replayed before counts.
 */
const replayInTurn = async (
  table: Table,
  request: Request,
  deliveries: readonly InboundDelivery[],
): Promise<Replayed[]> => {
  const records: Replayed[] = [];
  for (const delivery of deliveries) {
    const replay = await replayInboundDelivery(table, request, delivery).catch((error: unknown) => {
      if (records.length === 0) throw error;
      return null;
    });
    if (replay === null) break;
    records.push({ id: delivery.id, outcome: replay.outcome, leadId: replay.leadId });
    if (Date.now() > request.nowMilliseconds + REPLAY_MILLISECONDS) break;
  }
  return records;
};

/** How far a walk has come, and where it ends: the first request of a walk decides that. */
type Position = { readonly afterId: string; readonly toId: string };

/** The cursor of a walk over one firm's inbound deliveries with one set of filters. */
export const replayCursor = (firm: FirmId, filters: unknown) => {
  const ends = pageCursor(firm, filters);
  /** A position counts with its own end only. */
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
