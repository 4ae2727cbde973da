import * as z from "zod/mini";
import type { Item, RecordKey } from "../../table/item.ts";
import { firmRateKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import { type UpdateOutcome, updateItem } from "../../table/update-item.ts";
import { lazy } from "../schema/lazy.ts";

/** The part of a record that limits requests a minute. */
export type RateWindow = {
  readonly requestsPerMinute: number;
  /** Permits of an instance's first lease; later leases are larger when the permits run out early. */
  readonly permitsPerLease: number;
  /** When the latest rate window began, and how many of its permits are issued. */
  readonly windowStartMilliseconds: number;
  readonly windowUsed: number;
  /** When the record ends, if ever. */
  readonly expiresAtEpochSeconds?: number | undefined;
};

/** The attributes that a lease names. A function that only takes leases may write no others of a key. */
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
 * At most a three-hundredth of the limit. Each instance of each endpoint's function takes its own lease: a burst that
 * starts hundreds of instances must not exhaust the limit with permits that stay unused.
 */
export const permitsPerLease = (requestsPerMinute: number) =>
  Math.min(FIRST_PERMITS_MAXIMUM, Math.max(1, Math.floor(requestsPerMinute / 300)));

/** The record after permits were issued, or as it was when none could be; null when there is no such record. */
type WindowOutcome<Limited> = { readonly admitted: boolean; readonly record: Limited | null };

type PermitRequest = { readonly windowStart: number; readonly permits: number; readonly ceiling: number };

export type RateWindowStore<Limited extends RateWindow> = {
  /** Opens a new window and issues the permits of a first lease; not admitted before the last window has ended. */
  openWindow(id: string, nowMilliseconds: number): Promise<WindowOutcome<Limited>>;
  /** Takes permits of an open window, unless `ceiling` permits are already issued. */
  joinWindow(id: string, request: PermitRequest): Promise<WindowOutcome<Limited>>;
};

/**
 * The rate windows of records of one kind. Conditional writes advance them, so a limit holds across all instances. Each
 * write also returns the current record: taking permits is how a key is looked up. A repeat after a lost answer at worst
 * takes permits that stay unused, never more than the limit.
 */
export const rateWindowStore = <Limited extends RateWindow>(
  table: Table,
  { keyOf, parse }: { keyOf: (id: string) => RecordKey; parse: (item: Item) => Limited },
): RateWindowStore<Limited> => {
  const windowOutcome = ({ result, item }: UpdateOutcome): WindowOutcome<Limited> => ({
    admitted: result === "done",
    record: item === undefined ? null : parse(item),
  });
  return {
    openWindow: async (id, nowMilliseconds) =>
      windowOutcome(
        await updateItem(table, {
          Key: keyOf(id),
          UpdateExpression: "SET windowStartMilliseconds = :nowMilliseconds, windowUsed = permitsPerLease",
          ConditionExpression: "attribute_exists(pk) AND windowStartMilliseconds <= :ended",
          ExpressionAttributeValues: {
            ":nowMilliseconds": nowMilliseconds,
            ":ended": nowMilliseconds - RATE_WINDOW_MILLISECONDS,
          },
        }),
      ),

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

/** The rate windows of firms, by their ids. Only a firm that has a limit across its keys has one. */
export const firmWindowStore = (table: Table): RateWindowStore<RateWindow> =>
  rateWindowStore(table, { keyOf: firmRateKey, parse: (item) => windowItem().parse(item) });
