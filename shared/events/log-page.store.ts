import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { eventPageKey, type Item, openEventPageKey } from "../table/record-keys.ts";
import { EVENT_RETENTION_SECONDS } from "./event-item.store.ts";

// The log numbers a firm's events from 1 without gaps. Pages list their ids in that order. The last page is open, and
// is rewritten with each append. A full page gets its own item.

/** Keeps the open page below one kilobyte, the size of a write unit. */
export const PAGE_EVENTS = 25;

export type LogPage = {
  /** The number of its last event. */
  readonly lastNumber: number;
  readonly eventIds: readonly string[];
  /** The time at which the page before was full. That page is kept from then for the retention of events. */
  readonly openedAtMilliseconds: number;
};

const pageItem = lazy(() =>
  z.object({ lastNumber: z.number(), eventIds: z.array(z.string()), openedAtMilliseconds: z.number() }),
);

export const parseLogPage = (item: Item): LogPage => pageItem().parse(item);

/** Reads the last page of a firm's log; an empty one before the first event. */
export const openPageRecord = (firm: FirmId, nowMilliseconds: number): RecordRef<LogPage> => ({
  key: openEventPageKey(firm),
  parse: (item) =>
    item ? parseLogPage(item) : { lastNumber: 0, eventIds: [], openedAtMilliseconds: nowMilliseconds },
});

/** Rewrites the open page, if nothing was appended since it was read. */
export const putOpenPage = (firm: FirmId, page: LogPage, { lastNumber }: LogPage): Write => ({
  Put: {
    Item: { ...openEventPageKey(firm), ...page },
    ...(lastNumber === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "lastNumber = :before",
          ExpressionAttributeValues: { ":before": lastNumber },
        }),
  },
});

export const putFullPage = (firm: FirmId, page: LogPage, fullAtMilliseconds: number): Write => ({
  Put: {
    Item: {
      ...eventPageKey(firm, page.lastNumber),
      ...page,
      expiresAtEpochSeconds: Math.ceil(fullAtMilliseconds / 1_000) + EVENT_RETENTION_SECONDS,
    },
  },
});

/** Returns whether the page before this one may be deleted by now. */
export const isPageBeforeExpired = ({ openedAtMilliseconds }: LogPage, nowMilliseconds: number) =>
  nowMilliseconds >= openedAtMilliseconds + EVENT_RETENTION_SECONDS * 1_000;
