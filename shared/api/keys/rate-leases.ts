import * as z from "zod/mini";
import { boundedMap } from "../../runtime/collections.ts";
import { lazy } from "../../schema/zod.ts";
import { firmRateKey, type Item, type RecordKey } from "../../table/record-keys.ts";
import type { Table } from "../../table/table.ts";
import { type UpdateOutcome, updateItem } from "../../table/update-item.ts";
import { type Lease, takeLease, windowEnd } from "./take-lease.ts";

/**
 * One request's admission, with the remaining permits and the seconds until the limit resets, as far as this instance
 * knows.
 */
export type Admission<Limited = RateWindow> = {
  readonly record: Limited;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** The cache time of unknown keys: a forged key costs one write per instance. */
const UNKNOWN_MILLISECONDS = 10_000;
const LEASES_MAXIMUM = 1_000;

/**
 * The leases of this instance, by the secrets of keys or the ids of firms. A lease ends with its window at the latest,
 * since its permits belong to that window. A window begins with the first request after the last window, so a burst
 * never spans two windows.
 */
export const rateLeases = <Limited extends RateWindow>(store: RateWindowStore<Limited>) => {
  const leases = new Map<string, Renewal<Limited>>();
  const unknownUntil = boundedMap<string, number>(LEASES_MAXIMUM);

  const renew = (id: string, prior: Lease<Limited> | null, nowMilliseconds: number) => {
    leases.delete(id);
    if (leases.size >= LEASES_MAXIMUM) leases.delete([...leases.keys()][0] ?? "");
    const renewal: Renewal<Limited> = { lease: null, done: takeLease(store, id, prior, nowMilliseconds) };
    leases.set(id, renewal);
    // A failure of the store is not cached, and an unknown key must not take the place of a lease.
    const evict = () => {
      if (leases.get(id) === renewal) leases.delete(id);
    };
    renewal.done.then((lease) => {
      renewal.lease = lease;
      if (lease) return;
      unknownUntil.set(id, nowMilliseconds + UNKNOWN_MILLISECONDS);
      evict();
    }, evict);
    return renewal.done;
  };

  const isUnknown = (id: string, nowMilliseconds: number) => nowMilliseconds < (unknownUntil.get(id) ?? 0);

  /** Spends a permit; null for a missing record. A valid lease needs no write; renewing it takes one or two. */
  const admit = async (id: string, nowMilliseconds: number): Promise<Admission<Limited> | null> => {
    if (isUnknown(id, nowMilliseconds)) return null;
    const held = leases.get(id);
    const lease = (await held?.done) ?? null;
    if (lease && isUsable(lease, nowMilliseconds)) return spend(lease, nowMilliseconds);
    // One of several concurrent requests renews the lease, and the others wait for it.
    const isFirst = leases.get(id) === held;
    if (isFirst) await renew(id, lease, nowMilliseconds);
    return admit(id, nowMilliseconds);
  };

  return {
    admit,

    /** Returns the record of the last lease, if that lease has ended and `admit` will ask the store. */
    recall: (id: string, nowMilliseconds: number): Limited | null => {
      const lease = leases.get(id)?.lease;
      return lease && !isUsable(lease, nowMilliseconds) ? lease.record : null;
    },
  };
};

/** A renewal in progress, and its lease once it is done. */
type Renewal<Limited> = { lease: Lease<Limited> | null; readonly done: Promise<Lease<Limited> | null> };

const isUsable = ({ untilMilliseconds, granted, spent }: Lease<unknown>, nowMilliseconds: number) =>
  nowMilliseconds < untilMilliseconds && (spent < granted || granted === 0);

const spend = <Limited extends RateWindow>(
  lease: Lease<Limited>,
  nowMilliseconds: number,
): Admission<Limited> => {
  const admitted = lease.spent < lease.granted;
  if (admitted) lease.spent += 1;
  const { record, granted, spent } = lease;
  const unissued = Math.max(0, record.requestsPerMinute - record.windowUsed);
  const resetSeconds = Math.max(1, Math.ceil((windowEnd(record) - nowMilliseconds) / 1000));
  return { record, admitted, remaining: unissued + granted - spent, resetSeconds };
};

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

/**
 * Stores the rate windows of records of one kind. Conditional writes advance them, so a limit holds across all
 * instances. Each write also returns the current record: a key is looked up by taking permits. A repeat after a lost
 * answer takes unused permits at worst, never more than the limit.
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

/** Stores the rate windows of firms, by their ids. Only a firm with a limit across its keys has one. */
export const firmWindowStore = (table: Table): RateWindowStore<RateWindow> =>
  rateWindowStore(table, { keyOf: firmRateKey, parse: (item) => windowItem().parse(item) });
