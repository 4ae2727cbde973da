import type { KeyRecord, KeyStore } from "../storage/key-store.ts";

/**
 * An instance's right to serve requests of one key without asking the store: so many of them, until then. With no
 * permit granted the minute's limit is used up, and the lease is the knowledge of that.
 */
type Lease = {
  readonly key: KeyRecord;
  readonly minute: number;
  readonly untilMilliseconds: number;
  readonly granted: number;
  spent: number;
};

/** One request's admission by its key: `remaining` permits and seconds until they are renewed, as far as known here. */
export type Admission = {
  readonly key: KeyRecord;
  readonly admitted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
};

const MINUTE_MILLISECONDS = 60_000;
/** A revoked key must be refused everywhere within ten seconds. */
const LEASE_MILLISECONDS = 9_000;
const LEASES_MAXIMUM = 1_000;
const TRIES = 3;

/** The leases that this instance holds. Each ends with its minute at the latest: its permits belong to that window. */
export const keyLeases = (store: KeyStore) => {
  const leases = new Map<string, Promise<Lease | null>>();

  const renew = (secret: string, prior: Lease | null, now: number) => {
    leases.delete(secret);
    if (leases.size >= LEASES_MAXIMUM) leases.delete([...leases.keys()][0] ?? "");
    const renewed = takeLease(store, secret, prior, now);
    leases.set(secret, renewed);
    // Neither an unknown key nor a failure of the store is worth remembering.
    const forget = () => void leases.delete(secret);
    renewed.then((lease) => lease ?? forget(), forget);
    return renewed;
  };

  /** Spends a permit; null when there is no such key. At most one write, and none while a lease lasts. */
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
  const { key, minute, granted, spent } = lease;
  const ungiven = Math.max(0, key.requestsPerMinute - key.windowUsed);
  const resetSeconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MILLISECONDS - now) / 1000));
  return { key, admitted, remaining: ungiven + granted - spent, resetSeconds };
};

const takeLease = async (
  store: KeyStore,
  secret: string,
  prior: Lease | null,
  now: number,
): Promise<Lease | null> => {
  let known = prior?.key;
  for (let tried = 1; tried <= TRIES; tried++) {
    // A window ahead of this instance's clock was begun by another instance, and is the one in force.
    const minute = Math.max(Math.floor(now / MINUTE_MILLISECONDS), known?.windowMinute ?? 0);
    // Permits left over in the same minute are given back by taking that many fewer.
    const unused = prior?.minute === minute ? prior.granted - prior.spent : 0;
    const { key, granted } = await takePermits(store, secret, { minute, unused, known });
    if (key === null) return null;
    if (granted !== null) {
      const untilMilliseconds = Math.min(now + LEASE_MILLISECONDS, (minute + 1) * MINUTE_MILLISECONDS);
      return { key, minute, untilMilliseconds, granted, spent: 0 };
    }
    known = key;
  }
  throw new Error("The rate window of a key kept moving.");
};

type Wanted = { readonly minute: number; readonly unused: number; readonly known: KeyRecord | undefined };

/** `granted` is null when the window was not the expected one. */
const takePermits = async (store: KeyStore, secret: string, { minute, unused, known }: Wanted) => {
  if (known?.windowMinute !== minute) {
    const { admitted, key } = await store.openWindow(secret, minute);
    return { key, granted: admitted && key ? Math.min(key.permitsPerLease, key.requestsPerMinute) : null };
  }
  const permits = known.permitsPerLease - unused;
  const ceiling = known.requestsPerMinute + unused;
  const { admitted, key } = await store.joinWindow(secret, { minute, permits, ceiling });
  if (key === null) return { key, granted: null };
  const surplus = Math.max(0, key.windowUsed - key.requestsPerMinute);
  if (admitted) return { key, granted: Math.max(0, permits + unused - surplus) };
  return { key, granted: key.windowMinute === minute ? unused : null };
};
