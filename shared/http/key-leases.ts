import { AppError } from "../contract/app-error.ts";
import { type KeyStore, RATE_WINDOW_MILLISECONDS, type StoredKey } from "../storage/keys/key-store.ts";

/**
 * An instance's right to serve requests of one key without asking the store: so many of them, until then. With no
 * permit granted the window's limit is used up, and the lease is the knowledge of that.
 */
type Lease = {
  readonly key: StoredKey;
  readonly untilMilliseconds: number;
  readonly granted: number;
  spent: number;
};

/** One request's admission by its key: `remaining` permits and seconds until they are renewed, as far as known here. */
export type Admission = {
  readonly key: StoredKey;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/** A revoked key must be refused everywhere within ten seconds. */
const LEASE_MILLISECONDS = 9_000;
const LEASES_MAXIMUM = 1_000;
const TRIES = 3;

/**
 * The leases that this instance holds. Each ends with its window at the latest: its permits belong to that window.
 * A window begins with the first request after the last one ended, so that a burst never falls into two of them.
 */
export const keyLeases = (store: KeyStore) => {
  const leases = new Map<string, Promise<Lease | null>>();

  const renew = (secret: string, prior: Lease | null, now: number) => {
    leases.delete(secret);
    if (leases.size >= LEASES_MAXIMUM) leases.delete([...leases.keys()][0] ?? "");
    const renewed = takeLease(store, secret, prior, now);
    leases.set(secret, renewed);
    // Neither an unknown key nor a failure of the store is worth remembering.
    const forget = () => {
      if (leases.get(secret) === renewed) leases.delete(secret);
    };
    renewed.then((lease) => lease ?? forget(), forget);
    return renewed;
  };

  /** Spends a permit; null when there is no such key. No write while a lease lasts, one or two when it is over. */
  const admit = async (secret: string, now: number): Promise<Admission | null> => {
    const held = leases.get(secret);
    const lease = (await held) ?? null;
    if (lease && isUsable(lease, now)) return spend(lease, now);
    // Of requests that run at once, one renews the lease and the others wait for it.
    const renewing = leases.get(secret) === held;
    if (renewing && (await renew(secret, lease, now)) === null) return null;
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

/** The store's own TTL lags by days. */
const isActive = (key: StoredKey | null, now: number): key is StoredKey => key !== null && now < expiry(key);

const expiry = ({ expiresAtEpochSeconds = Number.POSITIVE_INFINITY }: StoredKey) =>
  expiresAtEpochSeconds * 1000;

const takeLease = async (
  store: KeyStore,
  secret: string,
  prior: Lease | null,
  now: number,
): Promise<Lease | null> => {
  let known = prior?.key;
  for (let tried = 1; tried <= TRIES; tried++) {
    // A window that another instance, its clock ahead, began in this one's future is in force all the same.
    const { key, granted } =
      known !== undefined && now < windowEnd(known)
        ? await joinWindow(store, secret, known, { prior, now })
        : await openWindow(store, secret, now);
    if (!isActive(key, now)) return null;
    if (granted !== null) {
      const untilMilliseconds = Math.min(now + LEASE_MILLISECONDS, windowEnd(key), expiry(key));
      return { key, untilMilliseconds, granted, spent: 0 };
    }
    known = key;
  }
  throw new AppError("unavailable", "The key's rate window kept moving. Nothing was written; try again.");
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
  known: StoredKey,
  { prior, now }: Renewal,
): Promise<Permits> => {
  const windowStart = known.windowStartMilliseconds;
  const same = prior?.key.windowStartMilliseconds === windowStart ? prior : null;
  // Permits left over in the same window are given back by taking that many fewer, even fewer than none.
  const unused = same ? same.granted - same.spent : 0;
  const permits = wantedPermits(known, same, now) - unused;
  const ceiling = known.requestsPerMinute + unused;
  const { admitted, key } = await store.joinWindow(secret, { windowStart, permits, ceiling });
  if (key === null) return { key, granted: null };
  if (admitted)
    return {
      key,
      granted: unused + issuedPermits(key, key.windowUsed) - issuedPermits(key, key.windowUsed - permits),
    };
  return { key, granted: key.windowStartMilliseconds === windowStart ? unused : null };
};

/** What is taken beyond the limit was given to nobody, and takes nothing from those who hold permits. */
const issuedPermits = ({ requestsPerMinute }: StoredKey, used: number) => Math.min(used, requestsPerMinute);

/** Twice as many as were used up before their time, to one second's worth of the limit; else as at first. */
const wantedPermits = (known: StoredKey, prior: Lease | null, now: number) => {
  const usedUp = prior !== null && now < prior.untilMilliseconds;
  if (!usedUp) return known.permitsPerLease;
  const most = Math.max(known.permitsPerLease, Math.floor(known.requestsPerMinute / 60));
  return Math.min(prior.granted * 2, most);
};
