import { AppError } from "../contract/app-error.ts";
import { type KeyStore, RATE_WINDOW_MILLISECONDS, type StoredKey } from "../storage/keys/key-store.ts";

/**
 * An instance's permits for requests of one key until a deadline, without asking the store. Zero granted permits cache
 * that the window's limit is exhausted.
 */
type Lease = {
  readonly key: StoredKey;
  readonly untilMilliseconds: number;
  readonly granted: number;
  spent: number;
};

/** One request's admission, with the permits left and the seconds until the limit resets, as far as known here. */
export type Admission = {
  readonly key: StoredKey;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** A revoked key must be rejected everywhere within ten seconds. */
const LEASE_MILLISECONDS = 9_000;
/** A raised limit must be in force everywhere within five seconds, also after the old one was used up. */
const EXHAUSTED_LEASE_MILLISECONDS = 4_000;
const LEASES_MAXIMUM = 1_000;
const TRIES = 3;

/**
 * The leases of this instance. A lease ends with its window at the latest, since its permits belong to that window.
 * A window begins with the first request after the last window, so a burst never spans two windows.
 */
export const keyLeases = (store: KeyStore) => {
  const leases = new Map<string, Promise<Lease | null>>();

  const renew = (secret: string, prior: Lease | null, now: number) => {
    leases.delete(secret);
    if (leases.size >= LEASES_MAXIMUM) leases.delete([...leases.keys()][0] ?? "");
    const renewed = takeLease(store, secret, prior, now);
    leases.set(secret, renewed);
    // An unknown key and a failure of the store are not cached.
    const evict = () => {
      if (leases.get(secret) === renewed) leases.delete(secret);
    };
    renewed.then((lease) => lease ?? evict(), evict);
    return renewed;
  };

  /** Spends a permit; null when there is no such key. A valid lease needs no write; renewing it takes one or two. */
  const admit = async (secret: string, now: number): Promise<Admission | null> => {
    const held = leases.get(secret);
    const lease = (await held) ?? null;
    if (lease && isUsable(lease, now)) return spend(lease, now);
    // Of concurrent requests, one renews the lease and the others wait for it.
    const isFirst = leases.get(secret) === held;
    if (isFirst && (await renew(secret, lease, now)) === null) return null;
    return admit(secret, now);
  };

  return { admit };
};

const isUsable = ({ untilMilliseconds, granted, spent }: Lease, now: number) =>
  now < untilMilliseconds && (spent < granted || granted === 0);

const spend = (lease: Lease, now: number): Admission => {
  const admitted = lease.spent < lease.granted;
  if (admitted) lease.spent += 1;
  const { key, granted, spent } = lease;
  const unissued = Math.max(0, key.requestsPerMinute - key.windowUsed);
  const resetSeconds = Math.max(1, Math.ceil((windowEnd(key) - now) / 1000));
  return { key, admitted, remaining: unissued + granted - spent, resetSeconds };
};

const windowEnd = (key: StoredKey) => key.windowStartMilliseconds + RATE_WINDOW_MILLISECONDS;

/** Checked here because DynamoDB deletes expired keys up to days late. */
const isActive = (key: StoredKey | null, now: number): key is StoredKey => key !== null && now < expiry(key);

const expiry = ({ expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: StoredKey) =>
  expiresAtEpochSeconds * 1000;

const newLease = (key: StoredKey, granted: number, now: number): Lease => {
  const milliseconds = granted === 0 ? EXHAUSTED_LEASE_MILLISECONDS : LEASE_MILLISECONDS;
  return {
    key,
    untilMilliseconds: Math.min(now + milliseconds, windowEnd(key), expiry(key)),
    granted,
    spent: 0,
  };
};

const takeLease = async (
  store: KeyStore,
  secret: string,
  prior: Lease | null,
  now: number,
): Promise<Lease | null> => {
  let knownKey = prior?.key;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    // A window that starts in the future also counts: another instance's clock may be ahead.
    const { key, granted } =
      knownKey !== undefined && now < windowEnd(knownKey)
        ? await joinWindow(store, secret, knownKey, { prior, now })
        : await openWindow(store, secret, now);
    if (!isActive(key, now)) return null;
    if (granted !== null) return newLease(key, granted, now);
    knownKey = key;
  }
  throw new AppError("unavailable", "The key's rate window kept moving. Try again.");
};

/** `granted` is null when the window was not the expected one. */
type Permits = { readonly key: StoredKey | null; readonly granted: number | null };

const openWindow = async (store: KeyStore, secret: string, now: number): Promise<Permits> => {
  const { admitted, key } = await store.openWindow(secret, now);
  return { key, granted: admitted && key ? Math.min(key.permitsPerLease, key.requestsPerMinute) : null };
};

type Renewal = { readonly prior: Lease | null; readonly now: number };

const joinWindow = async (
  store: KeyStore,
  secret: string,
  knownKey: StoredKey,
  { prior, now }: Renewal,
): Promise<Permits> => {
  const windowStart = knownKey.windowStartMilliseconds;
  const sameWindow = prior?.key.windowStartMilliseconds === windowStart ? prior : null;
  // Unused permits of the same window are returned by taking that many fewer, which may be a negative number.
  const unused = sameWindow ? sameWindow.granted - sameWindow.spent : 0;
  const permits = leaseSize(knownKey, sameWindow, now) - unused;
  const ceiling = knownKey.requestsPerMinute + unused;
  const { admitted, key } = await store.joinWindow(secret, { windowStart, permits, ceiling });
  if (key === null) return { key, granted: null };
  if (admitted)
    return {
      key,
      granted: unused + issuedPermits(key, key.windowUsed) - issuedPermits(key, key.windowUsed - permits),
    };
  // Another window, or a limit raised since the key was known: ask again with what the key says now.
  const expected =
    key.windowStartMilliseconds === windowStart && key.requestsPerMinute <= knownKey.requestsPerMinute;
  return { key, granted: expected ? unused : null };
};

/** Permits counted beyond the limit are not issued, so they take nothing from the holders of permits. */
const issuedPermits = ({ requestsPerMinute }: StoredKey, used: number) => Math.min(used, requestsPerMinute);

/** Doubles a lease that was used up early, to at most one second's worth of the limit; otherwise starts small. */
const leaseSize = (key: StoredKey, prior: Lease | null, now: number) => {
  const isUsedUp = prior !== null && now < prior.untilMilliseconds;
  if (!isUsedUp) return key.permitsPerLease;
  const maximum = Math.max(key.permitsPerLease, Math.floor(key.requestsPerMinute / 60));
  return Math.min(prior.granted * 2, maximum);
};
