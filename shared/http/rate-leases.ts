import { AppError } from "../contract/app-error.ts";
import { boundedMap } from "../runtime/bounded-map.ts";
import {
  RATE_WINDOW_MILLISECONDS,
  type RateWindow,
  type RateWindowStore,
} from "../storage/keys/rate-window.ts";

/**
 * An instance's permits for requests of one key or firm until a deadline, without asking the store. Zero granted permits
 * cache that the window's limit is exhausted.
 */
type Lease<Limited> = {
  readonly record: Limited;
  readonly untilMilliseconds: number;
  readonly granted: number;
  spent: number;
};

/** One request's admission, with the permits left and the seconds until the limit resets, as far as known here. */
export type Admission<Limited = RateWindow> = {
  readonly record: Limited;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** A revoked key must be rejected everywhere within ten seconds. */
const LEASE_MILLISECONDS = 9_000;
/** A raised limit must be in force everywhere within five seconds, also after the old one was used up. */
const EXHAUSTED_LEASE_MILLISECONDS = 4_000;
/** A key is sent by nobody before it exists. So a forged one costs at most one write in ten seconds for each instance. */
const UNKNOWN_MILLISECONDS = 10_000;
const SUSPICION_MILLISECONDS = 60_000;
const LEASES_MAXIMUM = 1_000;
const TRIES = 3;

/**
 * The leases of this instance, by the secrets of keys or the ids of firms. A lease ends with its window at the latest, since
 * its permits belong to that window. A window begins with the first request after the last window, so a burst never spans
 * two windows.
 */
export const rateLeases = <Limited extends RateWindow>(store: RateWindowStore<Limited>) => {
  const leases = new Map<string, Renewal<Limited>>();
  const unknownUntil = boundedMap<string, number>(LEASES_MAXIMUM);
  let lastUnknownAt = Number.NEGATIVE_INFINITY;

  const renew = (id: string, prior: Lease<Limited> | null, now: number) => {
    leases.delete(id);
    if (leases.size >= LEASES_MAXIMUM) leases.delete([...leases.keys()][0] ?? "");
    const renewal: Renewal<Limited> = { lease: null, done: takeLease(store, id, prior, now) };
    leases.set(id, renewal);
    // A failure of the store is not cached; what is unknown must not take the place of a lease.
    const evict = () => {
      if (leases.get(id) === renewal) leases.delete(id);
    };
    renewal.done.then((lease) => {
      renewal.lease = lease;
      if (lease) return;
      unknownUntil.set(id, now + UNKNOWN_MILLISECONDS);
      lastUnknownAt = now;
      evict();
    }, evict);
    return renewal.done;
  };

  const isUnknown = (id: string, now: number) => now < (unknownUntil.get(id) ?? 0);

  /** Spends a permit; null when there is no such record. A valid lease needs no write; renewing it takes one or two. */
  const admit = async (id: string, now: number): Promise<Admission<Limited> | null> => {
    if (isUnknown(id, now)) return null;
    const held = leases.get(id);
    const lease = (await held?.done) ?? null;
    if (lease && isUsable(lease, now)) return spend(lease, now);
    // Of concurrent requests, one renews the lease and the others wait for it.
    const isFirst = leases.get(id) === held;
    if (isFirst) await renew(id, lease, now);
    return admit(id, now);
  };

  return {
    admit,

    /** Whether `admit` will ask the store. */
    needsStore: (id: string, now: number): boolean => {
      const held = leases.get(id);
      const isHeld = held !== undefined && (held.lease === null || isUsable(held.lease, now));
      return !isHeld && !isUnknown(id, now);
    },

    /** The record as it was when its last lease was taken, or null. */
    recall: (id: string): Limited | null => leases.get(id)?.lease?.record ?? null,

    /** Whether somebody named a record that does not exist in the last minute. */
    hasMetUnknown: (now: number): boolean => now - lastUnknownAt < SUSPICION_MILLISECONDS,
  };
};

/** The lease that is being taken, and the lease once it is. */
type Renewal<Limited> = { lease: Lease<Limited> | null; readonly done: Promise<Lease<Limited> | null> };

const isUsable = ({ untilMilliseconds, granted, spent }: Lease<unknown>, now: number) =>
  now < untilMilliseconds && (spent < granted || granted === 0);

const spend = <Limited extends RateWindow>(lease: Lease<Limited>, now: number): Admission<Limited> => {
  const admitted = lease.spent < lease.granted;
  if (admitted) lease.spent += 1;
  const { record, granted, spent } = lease;
  const unissued = Math.max(0, record.requestsPerMinute - record.windowUsed);
  const resetSeconds = Math.max(1, Math.ceil((windowEnd(record) - now) / 1000));
  return { record, admitted, remaining: unissued + granted - spent, resetSeconds };
};

const windowEnd = (record: RateWindow) => record.windowStartMilliseconds + RATE_WINDOW_MILLISECONDS;

/** Checked here because DynamoDB deletes expired keys up to days late. */
const isActive = <Limited extends RateWindow>(record: Limited | null, now: number): record is Limited =>
  record !== null && now < expiry(record);

const expiry = ({ expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: RateWindow) =>
  expiresAtEpochSeconds * 1000;

const newLease = <Limited extends RateWindow>(
  record: Limited,
  granted: number,
  now: number,
): Lease<Limited> => {
  const milliseconds = granted === 0 ? EXHAUSTED_LEASE_MILLISECONDS : LEASE_MILLISECONDS;
  return {
    record,
    untilMilliseconds: Math.min(now + milliseconds, windowEnd(record), expiry(record)),
    granted,
    spent: 0,
  };
};

const takeLease = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  prior: Lease<Limited> | null,
  now: number,
): Promise<Lease<Limited> | null> => {
  let known = prior?.record;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // A window that starts in the future also counts: another instance's clock may be ahead.
    const { record, granted } =
      known !== undefined && now < windowEnd(known)
        ? await joinWindow(store, id, known, { prior, now })
        : await openWindow(store, id, now);
    if (!isActive(record, now)) return null;
    if (granted !== null) return newLease(record, granted, now);
    known = record;
  }
  throw new AppError("unavailable", "The rate window kept moving. Try again.");
};

/** `granted` is null when the window was not the expected one. */
type Permits<Limited> = { readonly record: Limited | null; readonly granted: number | null };

const openWindow = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  now: number,
): Promise<Permits<Limited>> => {
  const { admitted, record } = await store.openWindow(id, now);
  const granted = admitted && record ? Math.min(record.permitsPerLease, record.requestsPerMinute) : null;
  return { record, granted };
};

type Circumstances<Limited> = { readonly prior: Lease<Limited> | null; readonly now: number };

const joinWindow = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  known: Limited,
  { prior, now }: Circumstances<Limited>,
): Promise<Permits<Limited>> => {
  const windowStart = known.windowStartMilliseconds;
  const sameWindow = prior?.record.windowStartMilliseconds === windowStart ? prior : null;
  // Unused permits of the same window are returned by taking that many fewer, which may be a negative number.
  const unused = sameWindow ? sameWindow.granted - sameWindow.spent : 0;
  const permits = leaseSize(known, sameWindow, now) - unused;
  const ceiling = known.requestsPerMinute + unused;
  const { admitted, record } = await store.joinWindow(id, { windowStart, permits, ceiling });
  if (record === null) return { record, granted: null };
  if (admitted)
    return {
      record,
      granted:
        unused +
        issuedPermits(record, record.windowUsed) -
        issuedPermits(record, record.windowUsed - permits),
    };
  // Another window, or a limit raised since the record was known: ask again with what the record says now.
  const expected =
    record.windowStartMilliseconds === windowStart && record.requestsPerMinute <= known.requestsPerMinute;
  return { record, granted: expected ? unused : null };
};

/** Permits counted beyond the limit are not issued, so they take nothing from the holders of permits. */
const issuedPermits = ({ requestsPerMinute }: RateWindow, used: number) => Math.min(used, requestsPerMinute);

/** Doubles a lease that was used up early, to at most one second's worth of the limit; otherwise starts small. */
const leaseSize = (record: RateWindow, prior: Lease<RateWindow> | null, now: number) => {
  const isUsedUp = prior !== null && now < prior.untilMilliseconds;
  if (!isUsedUp) return record.permitsPerLease;
  const maximum = Math.max(record.permitsPerLease, Math.floor(record.requestsPerMinute / 60));
  return Math.min(prior.granted * 2, maximum);
};
