import { boundedMap } from "../../runtime/collections.ts";
import type { RateWindow, RateWindowStore } from "./rate-windows.ts";
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
