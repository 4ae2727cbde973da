import { AppError } from "../../schema/app-error.ts";
import { RATE_WINDOW_MILLISECONDS, type RateWindow, type RateWindowStore } from "./rate-windows.ts";

/**
 * An instance's permits for requests of one key or firm until a deadline, without asking the store. A lease of zero
 * permits caches that the window's limit is used up.
 */
export type Lease<Limited> = {
  readonly record: Limited;
  readonly untilMilliseconds: number;
  readonly granted: number;
  spent: number;
};

/**
 * The longest lease: a change of a key or source, such as its scopes or limit, must be in force everywhere within five
 * seconds.
 */
const LEASE_MILLISECONDS = 4_500;
const TRIES = 3;
/** The number of instances that can each take an equal lease of the rest. */
const SHARING_INSTANCES = 32;

/** Returns the end of a record's rate window. */
export const windowEnd = (record: RateWindow) => record.windowStartMilliseconds + RATE_WINDOW_MILLISECONDS;

/** Checks the expiry, because DynamoDB deletes expired keys up to days late. */
const isActive = <Limited extends RateWindow>(
  record: Limited | null,
  nowMilliseconds: number,
): record is Limited => record !== null && nowMilliseconds < expiry(record);

const expiry = ({ expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: RateWindow) =>
  expiresAtEpochSeconds * 1000;

const newLease = <Limited extends RateWindow>(
  record: Limited,
  granted: number,
  nowMilliseconds: number,
): Lease<Limited> => ({
  record,
  untilMilliseconds: Math.min(nowMilliseconds + LEASE_MILLISECONDS, windowEnd(record), expiry(record)),
  granted,
  spent: 0,
});

/**
 * Takes a lease of a record, with the record in the store; null when it is missing or expired.
 * @throws AppError `unavailable` when the window keeps moving
 */
export const takeLease = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  prior: Lease<Limited> | null,
  nowMilliseconds: number,
): Promise<Lease<Limited> | null> => {
  let known = prior?.record;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // A window that starts in the future also counts: another instance's clock may be ahead.
    const { record, granted } =
      known !== undefined && nowMilliseconds < windowEnd(known)
        ? await joinWindow(store, id, known, { prior, nowMilliseconds })
        : await openWindow(store, id, nowMilliseconds);
    if (!isActive(record, nowMilliseconds)) return null;
    if (granted !== null) return newLease(record, granted, nowMilliseconds);
    known = record;
  }
  throw new AppError("unavailable", "The rate limit could not be checked. Try again.");
};

/** `granted` is null when the window was not the expected one. */
type Permits<Limited> = { readonly record: Limited | null; readonly granted: number | null };

const openWindow = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  nowMilliseconds: number,
): Promise<Permits<Limited>> => {
  const { admitted, record } = await store.openWindow(id, nowMilliseconds);
  const granted = admitted && record ? Math.min(record.permitsPerLease, record.requestsPerMinute) : null;
  return { record, granted };
};

type JoinContext<Limited> = { readonly prior: Lease<Limited> | null; readonly nowMilliseconds: number };

const joinWindow = async <Limited extends RateWindow>(
  store: RateWindowStore<Limited>,
  id: string,
  known: Limited,
  { prior, nowMilliseconds }: JoinContext<Limited>,
): Promise<Permits<Limited>> => {
  const windowStart = known.windowStartMilliseconds;
  const sameWindow = prior?.record.windowStartMilliseconds === windowStart ? prior : null;
  // Returns unused permits of the same window: it takes that many fewer, possibly a negative number.
  const unused = sameWindow ? sameWindow.granted - sameWindow.spent : 0;
  const permits = leaseSize(known, sameWindow, nowMilliseconds) - unused;
  const ceiling = known.requestsPerMinute + unused;
  const { admitted, record } = await store.joinWindow(id, { windowStart, permits, ceiling });
  if (record === null || hasMovedOn(record, known, admitted)) return { record, granted: null };
  const taken = { permits: admitted ? permits : 0, unused };
  const isLowered = sameWindow !== null && record.requestsPerMinute < sameWindow.record.requestsPerMinute;
  return { record, granted: isLowered ? permitsLeft(record, taken) : permitsIssued(record, taken) };
};

/**
 * Returns whether the window is another one, or its limit was raised. The caller then tries again with the current
 * record.
 */
const hasMovedOn = (record: RateWindow, known: RateWindow, admitted: boolean) =>
  record.windowStartMilliseconds !== known.windowStartMilliseconds ||
  (!admitted && record.requestsPerMinute > known.requestsPerMinute);

/** Newly counted permits, and unspent ones that were counted before. */
type TakenPermits = { readonly permits: number; readonly unused: number };

const permitsIssued = (record: RateWindow, { permits, unused }: TakenPermits) =>
  unused + issuedPermits(record, record.windowUsed) - issuedPermits(record, record.windowUsed - permits);

/** Returns the permits, counted under a higher limit, that remain under the present one if all others are spent. */
const permitsLeft = ({ requestsPerMinute, windowUsed }: RateWindow, { permits, unused }: TakenPermits) => {
  const counted = permits + unused;
  return Math.max(0, Math.min(counted, requestsPerMinute - (windowUsed - counted)));
};

/** Returns the issued permits. Permits counted beyond the limit are not issued, so other holders lose nothing. */
const issuedPermits = ({ requestsPerMinute }: RateWindow, used: number) => Math.min(used, requestsPerMinute);

/**
 * Doubles a lease that was used up early, to at most one second's worth of the limit; otherwise starts small. Leases
 * shrink with the remaining permits: an instance without further requests keeps only a few permits from the others.
 */
const leaseSize = (record: RateWindow, prior: Lease<RateWindow> | null, nowMilliseconds: number) => {
  const { permitsPerLease, requestsPerMinute, windowUsed } = record;
  const isUsedUp = prior !== null && nowMilliseconds < prior.untilMilliseconds;
  const wanted = isUsedUp ? prior.granted * 2 : permitsPerLease;
  const maximum = Math.max(permitsPerLease, Math.floor(requestsPerMinute / 60));
  const share = Math.max(1, Math.floor((requestsPerMinute - windowUsed) / SHARING_INSTANCES));
  return Math.min(wanted, maximum, share);
};
