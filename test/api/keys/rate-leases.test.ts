import { describe, expect, it, jest } from "@jest/globals";
import { rateLeases } from "../../../shared/api/keys/rate-leases.ts";
import {
  permitsPerLease,
  RATE_WINDOW_MILLISECONDS,
  type RateWindow,
  type RateWindowStore,
} from "../../../shared/api/keys/rate-windows.ts";

type KeyStore = RateWindowStore<RateWindow>;

const START = Date.UTC(2026, 10, 2, 15);

/** The windows of keys, as the table has them. */
const windows = new Map<string, RateWindow>();

/** Writes a window if its condition holds, as the table does. */
const change = async (id: string, changed: (window: RateWindow) => Partial<RateWindow> | null) => {
  const window = windows.get(id);
  const fields = window ? changed(window) : null;
  if (window && fields) windows.set(id, { ...window, ...fields });
  return { admitted: fields !== null, record: windows.get(id) ?? null };
};

const memory: KeyStore = {
  openWindow: (id, now) =>
    change(id, ({ windowStartMilliseconds: start, permitsPerLease: windowUsed }) =>
      start <= now - RATE_WINDOW_MILLISECONDS ? { windowStartMilliseconds: now, windowUsed } : null,
    ),
  joinWindow: (id, { windowStart, permits, ceiling }) =>
    change(id, ({ windowStartMilliseconds: start, windowUsed }) =>
      start === windowStart && windowUsed < ceiling ? { windowUsed: windowUsed + permits } : null,
    ),
};

const limitedKey = (requestsPerMinute: number, id = `key ${windows.size}`) => {
  const window = {
    permitsPerLease: permitsPerLease(requestsPerMinute),
    windowStartMilliseconds: 0,
    windowUsed: 0,
  };
  windows.set(id, { requestsPerMinute, ...window });
  return id;
};

/** Returns a function instance that counts its calls to the store. */
const instance = (store: KeyStore = memory) => {
  const openWindow = jest.fn<KeyStore["openWindow"]>((...args) => store.openWindow(...args));
  const joinWindow = jest.fn<KeyStore["joinWindow"]>((...args) => store.joinWindow(...args));
  const { admit } = rateLeases({ openWindow, joinWindow });
  const calls = () => openWindow.mock.calls.length + joinWindow.mock.calls.length;
  return { admit, calls };
};

type Instance = ReturnType<typeof instance>;

/** Sends concurrent requests at one instant and returns how many are admitted. */
const admitted = async ({ admit }: Instance, secret: string, now: number, requests: number) => {
  const admissions = await Promise.all(Array.from({ length: requests }, () => admit(secret, now)));
  return admissions.filter((admission) => admission?.admitted).length;
};

describe("a lease on a key", () => {
  it("doubles when the previous one was used up, up to one second's requests", async () => {
    const secret = limitedKey(1_200);
    const single = instance();
    const calls: number[] = [];
    for (const requests of [4, 8, 16, 20, 20]) {
      expect(await admitted(single, secret, START, requests)).toBe(requests);
      calls.push(single.calls());
    }
    expect(calls).toEqual([1, 2, 3, 4, 5]);
    expect(windows.get(secret)).toMatchObject({
      windowStartMilliseconds: START,
      windowUsed: 68,
    });
  });

  it("is small again after one that was not used up", async () => {
    const secret = limitedKey(1_200);
    const single = instance();
    await admitted(single, secret, START, 4 + 8 + 16 + 1);
    expect(windows.get(secret)).toMatchObject({ windowUsed: 48 });
    await admitted(single, secret, START + 10_000, 1);
    expect(windows.get(secret)).toMatchObject({ windowUsed: 48 - 19 + 4 });
  });

  it("reports the remaining requests and the seconds until the reset, rounded up", async () => {
    const secret = limitedKey(120);
    const { admit } = instance();
    const rateLimitAt = async (now: number) => {
      const { admitted, remaining, resetSeconds } = (await admit(secret, now)) ?? {};
      return [admitted, remaining, resetSeconds];
    };
    expect(await rateLimitAt(START)).toEqual([true, 119, 60]);
    expect(await rateLimitAt(START + 1_000)).toEqual([true, 118, 59]);
    expect(await rateLimitAt(START + 59_999)).toEqual([true, 117, 1]);
  });

  it("lasts four and a half seconds, and ends with its window", async () => {
    const secret = limitedKey(1_200);
    const single = instance();
    for (const [now, calls] of [
      [START, 1],
      [START + 4_499, 1],
      [START + 4_500, 2],
      [START + 57_000, 3],
      [START + 59_999, 3],
      [START + 60_000, 4],
    ] as const) {
      await single.admit(secret, now);
      expect([now - START, single.calls()]).toEqual([now - START, calls]);
    }
    expect(windows.get(secret)).toMatchObject({
      windowStartMilliseconds: START + 60_000,
      windowUsed: 4,
    });
  });

  it("returns unused permits within the same window", async () => {
    const secret = limitedKey(1_200);
    const single = instance();
    for (const now of [0, 10_000, 20_000, 30_000]) await single.admit(secret, START + now);
    expect(windows.get(secret)).toMatchObject({ windowUsed: 3 + 4 });
  });

  it("is taken once for concurrent requests", async () => {
    const secret = limitedKey(1_200);
    const single = instance();
    expect([await admitted(single, secret, START, 4), single.calls()]).toEqual([4, 1]);
  });

  it("is refused to an unknown key at the cost of one write in ten seconds", async () => {
    const single = instance();
    const secret = "itk_unknown";
    for (const at of [0, 1, 9_999]) expect(await single.admit(secret, START + at)).toBeNull();
    expect(single.calls()).toBe(1);
    expect(await single.admit(secret, START + 10_000)).toBeNull();
    expect(single.calls()).toBe(2);
  });

  it("is taken for a key that was unknown ten seconds ago", async () => {
    const single = instance();
    expect(await single.admit("later", START)).toBeNull();
    limitedKey(60, "later");
    expect(await admitted(single, "later", START + 10_000, 1)).toBe(1);
  });

  it("uses no cache for unknown keys: they do not end the leases of others", async () => {
    const unknown = await memory.openWindow("itk_forged", START);
    const single = instance({
      ...memory,
      openWindow: async (key, now) => (key.startsWith("itk_forged") ? unknown : memory.openWindow(key, now)),
    });
    const secret = limitedKey(1_200);
    await single.admit(secret, START);
    for (let n = 0; n <= 1_000; n++) await single.admit(`itk_forged${n}`, START);
    const calls = single.calls();
    expect(await single.admit(secret, START)).not.toBeNull();
    expect(single.calls()).toBe(calls);
  });

  it("is not taken while the store fails, and is taken right after", async () => {
    const secret = limitedKey(60);
    let failing = true;
    const broken = instance({
      ...memory,
      openWindow: (...args) => (failing ? Promise.reject(new Error("down")) : memory.openWindow(...args)),
    });
    const attempts = await Promise.allSettled(Array.from({ length: 3 }, () => broken.admit(secret, START)));
    expect(attempts.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    failing = false;
    expect(await admitted(broken, secret, START, 1)).toBe(1);
  });
});

it.each([
  ["deleted", (id: string) => windows.delete(id), null],
  ["changed", (id: string) => limitedKey(7, id), { record: { requestsPerMinute: 7 } }],
])("every instance knows within ten seconds that a key was %s", async (_, revoke, seen) => {
  const secret = limitedKey(1_200);
  const instances = [instance(), instance()];
  for (const { admit } of instances) expect(await admit(secret, START)).not.toBeNull();
  revoke(secret);
  for (const { admit } of instances) {
    const admission = await admit(secret, START + 10_000);
    if (seen === null) expect(admission).toBeNull();
    else expect(admission).toMatchObject(seen);
  }
});

describe("the limit of a key", () => {
  it("of 20 admits exactly 20 of 50 concurrent requests, and 20 more in the next window", async () => {
    const secret = limitedKey(20);
    const single = instance();
    expect(await admitted(single, secret, START, 50)).toBe(20);
    expect(await admitted(single, secret, START + 59_999, 5)).toBe(0);
    expect(await admitted(single, secret, START + 60_000, 50)).toBe(20);
  });

  it("needs no store call once it is known to be used up", async () => {
    const secret = limitedKey(1);
    const single = instance();
    await admitted(single, secret, START, 5);
    const calls = single.calls();
    await admitted(single, secret, START + 3_000, 50);
    expect(single.calls()).toBe(calls);
    expect(await single.admit(secret, START + 3_500)).toMatchObject({
      admitted: false,
      remaining: 0,
      resetSeconds: 57,
    });
  });

  it.each([1, 7, 60, 61, 125, 181, 240])("of %d holds across five concurrent instances", async (limit) => {
    const secret = limitedKey(limit);
    const instances = Array.from({ length: 5 }, () => instance());
    const each = await Promise.all(instances.map((one) => admitted(one, secret, START, limit)));
    expect(each.reduce((sum, count) => sum + count, 0)).toBe(limit);
  });

  it("stays available to a hundred instances: the first lease of each is small", async () => {
    const secret = limitedKey(1_200);
    const instances = Array.from({ length: 100 }, () => instance());
    const admissions = await Promise.all(instances.map(({ admit }) => admit(secret, START)));
    expect(admissions.filter((each) => each?.admitted)).toHaveLength(100);
    expect(Math.min(...admissions.map((each) => each?.remaining ?? 0))).toBeGreaterThan(1_200 * 0.65);
  });

  it.each([7, 181, 242, 1_207])(
    "of %d is admitted exactly, for any distribution over three instances",
    async (limit) => {
      const secret = limitedKey(limit);
      const instances = Array.from({ length: 3 }, () => instance());
      let sum = 0;
      for (let second = 0; second < 60; second += 5) {
        for (const [index, one] of instances.entries()) {
          const requests = 1 + ((second * 7 + index * 3) % (permitsPerLease(limit) + 2));
          sum += await admitted(one, secret, START + second * 1_000, requests);
        }
      }
      for (const one of instances) sum += await admitted(one, secret, START + 59_500, limit);
      expect(sum).toBe(limit);
    },
  );

  it.each([120, 600, 1_200])(
    "of %d refuses nothing before it is reached, with ten instances in turns",
    async (limit) => {
      const secret = limitedKey(limit);
      const instances = Array.from({ length: 10 }, () => instance());
      let sum = 0;
      for (let request = 0; request < limit; request++) {
        const each = instances[request % instances.length] as Instance;
        sum += await admitted(each, secret, START + request, 1);
      }
      expect(sum).toBe(limit);
      for (const each of instances) expect(await admitted(each, secret, START + limit, 5)).toBe(0);
    },
  );

  it("is applied by an instance whose clock is behind, in the current window", async () => {
    const secret = limitedKey(20);
    const [ahead, behind] = [instance(), instance()];
    expect(await admitted(ahead, secret, START, 8)).toBe(8);
    expect(await admitted(behind, secret, START - 2_000, 50)).toBe(12);
    expect(windows.get(secret)).toMatchObject({
      windowStartMilliseconds: START,
      windowUsed: 20,
    });
  });
});
