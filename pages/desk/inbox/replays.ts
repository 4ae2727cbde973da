import { signal } from "@preact/signals";
import type {
  InboundDelivery,
  ReplayInboundDeliveriesBody,
  ReplayInboundDeliveriesResult,
} from "../../../client/src/index.ts";
import { createWrite, intake } from "../requests.ts";
import { t } from "../texts.ts";
import { type Delivery, readDelivery, readPage } from "./state.ts";
import { begun, foundOut, type Stretch, stretchesOf, type Walk, type WalkEnd, withReplayed } from "./walk.ts";

/** Reads all open rejections of a source, newest first, up to the last that is meant. */
const readOpen = async (sourceId: string, isMeant: (delivery: Delivery) => boolean) => {
  const open: Delivery[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await readPage(sourceId, { filter: "rejected", cursor });
    open.push(...page.items);
    cursor = page.items.every(isMeant) ? page.cursor : null;
  } while (cursor);
  return open.filter(isMeant);
};

/** The replay of one delivery or of many, and the dismissal of one. */
export const createReplays = (delivery: Delivery) => {
  const { id, sourceId } = delivery;
  const one = createWrite<InboundDelivery>();
  const many = createWrite<ReplayInboundDeliveriesResult>();
  const walk = signal<Walk | null>(null);
  let isStopped = false;
  const path = { id: sourceId, deliveryId: id };

  const update = (changes: Partial<Walk>) => {
    walk.value = { ...(walk.peek() ?? begun(0)), ...changes };
  };

  type Answer = ReplayInboundDeliveriesResult | "lost" | "refused";

  /** Replays the next of a stretch. After a lost answer it finds out which were done. */
  const replaySome = async (
    stretch: Stretch,
    cursor: string | null,
    open: readonly Delivery[],
  ): Promise<Answer> => {
    const body: ReplayInboundDeliveriesBody = { since: stretch.since, until: stretch.until, cursor };
    let isLost = false;
    const answer = await many.run({
      what: t().inbox.whatMany,
      typed: body,
      send: (options) => intake().replayInboundDeliveries({ path: { id: sourceId }, body }, options),
      find: async () => {
        isLost = true;
        const first = stretch.deliveries[0]?.id ?? "";
        const unsure = foundOut(stretch, open, await readOpen(sourceId, (each) => each.id >= first));
        update({ unsure });
        return unsure.every(({ isDone }) => isDone) ? { data: [], next_cursor: null } : null;
      },
    });
    return isLost ? "lost" : (answer ?? "refused");
  };

  /** @returns how the walk ends with the stretch; null if it goes on */
  const replayStretch = async (stretch: Stretch, open: readonly Delivery[]): Promise<WalkEnd | null> => {
    let cursor: string | null = null;
    do {
      const answer: Answer = await replaySome(stretch, cursor, open);
      if (typeof answer === "string") return answer;
      walk.value = withReplayed(walk.peek() ?? begun(0), answer.data);
      cursor = answer.next_cursor;
    } while (cursor !== null);
    return isStopped ? "stopped" : null;
  };

  return {
    one,
    many,
    walk,
    replay: () =>
      one.run({
        what: t().inbox.whatReplay,
        typed: id,
        send: (options) => intake().replayInboundDelivery({ path, body: {} }, options),
        find: async () => {
          const now = await readDelivery(sourceId, id);
          const replay = now?.replayed_as?.id;
          return replay && replay !== delivery.replayed_as?.id ? readDelivery(sourceId, replay) : null;
        },
      }),
    dismiss: () =>
      one.run({
        what: t().inbox.whatDismiss,
        typed: id,
        send: (options) => intake().dismissInboundDelivery({ path, body: {} }, options),
        find: async () => {
          const now = await readDelivery(sourceId, id);
          return now?.dismissed_at ? now : null;
        },
      }),
    /** Replays the rejected deliveries that are meant, ten a call, oldest first. */
    replayMany: async (isMeant: (delivery: Delivery) => boolean) => {
      isStopped = false;
      walk.value = begun(0);
      const open = await readOpen(sourceId, isMeant).catch(() => null);
      if (open === null) return update({ end: "unread" });
      update({ total: open.length });
      let end: WalkEnd | null = null;
      for (const stretch of stretchesOf(open))
        end ??= isStopped ? "stopped" : await replayStretch(stretch, open);
      update({ end: end ?? "done" });
    },
    stop: () => {
      isStopped = true;
    },
  };
};

export type Replays = ReturnType<typeof createReplays>;
