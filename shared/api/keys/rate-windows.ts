import { millisecondsInDay } from "date-fns/constants";
import * as z from "zod/mini";
import { lazy } from "../../schema/zod.ts";
import { firmRateKey, type Item, type RecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import { type UpdateOutcome, updateItem } from "../../table/update-item.ts";

/** The part of a record that limits requests a minute. */
export type RateWindow = {
  readonly requestsPerMinute: number;
  /** Permits of an instance's first lease. Later leases are larger when the permits run out early. */
  readonly permitsPerLease: number;
  /** The start of the latest rate window, and the number of its issued permits. */
  readonly windowStartMilliseconds: number;
  readonly windowUsed: number;
  /** The expiry of the record, if any. */
  readonly expiresAtEpochSeconds?: number | undefined;
};

/** The attributes that a lease uses. A function that only takes leases may write no others of a key. */
export const LEASE_ATTRIBUTES = [
  "pk",
  "sk",
  "windowStartMilliseconds",
  "windowUsed",
  "permitsPerLease",
] as const;

export const RATE_WINDOW_MILLISECONDS = 60_000;

const FIRST_PERMITS_MAXIMUM = 4;

/**
 * Returns at most a three-hundredth of the limit. Each instance of each endpoint's function takes its own lease: a
 * burst that starts hundreds of instances must not use up the limit with unused permits.
 */
export const permitsPerLease = (requestsPerMinute: number) =>
  Math.min(FIRST_PERMITS_MAXIMUM, Math.max(1, Math.floor(requestsPerMinute / 300)));

/** The record after it issued permits, or unchanged when it could not; null for a missing record. */
type WindowOutcome<Limited> = { readonly admitted: boolean; readonly record: Limited | null };

type PermitRequest = { readonly windowStart: number; readonly permits: number; readonly ceiling: number };

export type RateWindowStore<Limited extends RateWindow> = {
  /** Opens a new window and issues the permits of a first lease. Not admitted before the last window has ended. */
  openWindow(id: string, nowMilliseconds: number): Promise<WindowOutcome<Limited>>;
  /** Takes permits of an open window, unless `ceiling` permits are already issued. */
  joinWindow(id: string, request: PermitRequest): Promise<WindowOutcome<Limited>>;
};

type WindowStoreOptions<Limited> = {
  readonly keyOf: (id: string) => RecordKey;
  readonly parse: (item: Item) => Limited;
  /** Returns whether a record ends by not being used for `PAUSE_MILLISECONDS_MAXIMUM`. */
  readonly isEndedByPause?: (id: string) => boolean;
};

/** The start of a window is up to a minute before the last use in it. */
export const PAUSE_MILLISECONDS_MAXIMUM = 30 * millisecondsInDay + RATE_WINDOW_MILLISECONDS;

/** Before the window of a record that was never used. */
const NEVER = -1;

/**
 * Stores the rate windows of records of one kind. Conditional writes advance them, so a limit holds across all
 * instances. Each write also returns the current record: a key is looked up by taking permits. A repeat after a lost
 * answer takes unused permits at worst, never more than the limit.
 */
export const rateWindowStore = <Limited extends RateWindow>(
  table: Table,
  { keyOf, parse, isEndedByPause = () => false }: WindowStoreOptions<Limited>,
): RateWindowStore<Limited> => {
  const windowOutcome = ({ result, item }: UpdateOutcome): WindowOutcome<Limited> => ({
    admitted: result === "done",
    record: item === undefined ? null : parse(item),
  });
  return {
    openWindow: async (id, nowMilliseconds) => {
      const paused = isEndedByPause(id) ? nowMilliseconds - PAUSE_MILLISECONDS_MAXIMUM : NEVER;
      const { admitted, record } = windowOutcome(
        await updateItem(table, {
          Key: keyOf(id),
          UpdateExpression: "SET windowStartMilliseconds = :nowMilliseconds, windowUsed = permitsPerLease",
          ConditionExpression:
            "attribute_exists(pk) AND windowStartMilliseconds <= :ended AND windowStartMilliseconds > :paused",
          ExpressionAttributeValues: {
            ":nowMilliseconds": nowMilliseconds,
            ":ended": nowMilliseconds - RATE_WINDOW_MILLISECONDS,
            ":paused": paused,
          },
        }),
      );
      // The look-up itself must not revive it.
      const hasEnded = record !== null && record.windowStartMilliseconds <= paused;
      return { admitted, record: hasEnded ? null : record };
    },

    joinWindow: async (id, { windowStart, permits, ceiling }) =>
      windowOutcome(
        await updateItem(table, {
          Key: keyOf(id),
          UpdateExpression: "SET windowUsed = windowUsed + :permits",
          ConditionExpression:
            "attribute_exists(pk) AND windowStartMilliseconds = :start AND windowUsed < :ceiling",
          ExpressionAttributeValues: { ":start": windowStart, ":permits": permits, ":ceiling": ceiling },
        }),
      ),
  };
};

const windowItem = lazy(() =>
  z.object({
    requestsPerMinute: z.number(),
    permitsPerLease: z.number(),
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
  }),
);

/** Stores the rate windows of firms, by their ids. Only a firm with a limit across its keys has one. */
export const firmWindowStore = (table: Table): RateWindowStore<RateWindow> =>
  rateWindowStore(table, { keyOf: firmRateKey, parse: (item) => windowItem().parse(item) });
