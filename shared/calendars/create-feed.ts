import { allowedTarget } from "../api/allowed-target.ts";
import { operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import type { RequestTargets } from "../runtime/checked-address.ts";
import { describeCause, log } from "../runtime/log.ts";
import { attorneyCalendarsRecord, putCalendars } from "./busy-calendar.store.ts";
import { createFeedEndpoint } from "./feed.contract.ts";
import { feedCalendar, feedResource, newFeed, newFeedViolations } from "./feed.rules.ts";
import { putFeed } from "./feed.store.ts";
import { type FeedMessage, type FeedQueue, sendFeed } from "./feed-queue.ts";

/** Creates a feed, and has it read at once. */
export const createFeed = (targets: RequestTargets, queue: FeedQueue) =>
  operation(createFeedEndpoint, {
    reads: ({ firmId, params }) => ({
      member: required("member", memberRecord(firmId, params.id)),
      known: attorneyCalendarsRecord(firmId, params.id),
    }),

    violations: ({ known }, { json }) => newFeedViolations(known, json.url, targets),

    decide: async ({ known }, { firmId, params, input, newId: id, nowMilliseconds }, read) => {
      await read({ warnings: allowedTarget(input.url, targets) });
      const feed = newFeed(input, { id, attorneyId: params.id, nowMilliseconds });
      const calendars = { ...known.calendars, [id]: feedCalendar(nowMilliseconds) };
      return {
        writes: [putFeed(firmId, feed), putCalendars(firmId, params.id, { before: known, calendars })],
        after: async () => {
          await queueFeed(queue, { firmId, ...feed });
          return feedResource(feed);
        },
      };
    },
  });

/** Queues a stored feed. A failing queue only delays it, since the sweep finds it. */
const queueFeed = async (queue: FeedQueue, message: FeedMessage) => {
  try {
    await sendFeed(queue, message);
  } catch (error) {
    log("error", "feed_not_queued", { feedId: message.id, cause: describeCause(error) });
  }
};
