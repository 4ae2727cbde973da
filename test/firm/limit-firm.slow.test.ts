import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as rotateKey } from "../../functions/sources/rotate-source-key.ts";
import { limitFirm } from "../../shared/firm/set-firm-state.ts";
import { removeFirmLimit, removeFirmWindow } from "../../shared/settings/firm-state.store.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { advanceDate, fakeDate } from "../support/fake-date.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { outcomeOf } from "../support/ingestion.ts";
import { createTestKey, readStoredKey } from "../support/keys.ts";
import { scanItems } from "../support/scan-table.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const LEASE_MILLISECONDS = 10_000;
const WINDOW_MILLISECONDS = 60_000;

const firm = useFirm(table);
beforeEach(() => {
  fakeDate(Date.now());
});

const limit = (requestsPerMinute: number | null, onKey?: () => void) =>
  limitFirm(table, { firmId: firm.firmId, requestsPerMinute, onKey });

const use = async (key: string) => (await call(listLeads, { key })).status;

/** Returns how many of so many requests with each key are answered. */
const admitted = async (keys: readonly string[], requests: number) => {
  let count = 0;
  for (let n = 0; n < requests; n++) for (const key of keys) count += Number((await use(key)) === 200);
  return count;
};

const isMarked = async (secret: string) => (await readStoredKey(table, secret))?.firmLimited === true;

describe("a firm's limit", () => {
  it("is refused at once for a firm that does not exist", async () => {
    const firmId = firmIdFromVerifiedSource(randomUUID());
    const attempt = limitFirm(table, { firmId, requestsPerMinute: 5 });
    await expect(attempt).rejects.toMatchObject({ code: "not_found" });
  });

  it("applies to all keys together within ten seconds, and to no other firm", async () => {
    const other = await newFirm(table);
    const keys = [firm.apiKey, (await createTestKey(firm.apiKey, ["leads:read"])).secret];
    expect(await admitted(keys, 5)).toBe(10);
    expect(await limit(6)).toBe(2);
    advanceDate(LEASE_MILLISECONDS);
    expect(await admitted(keys, 5)).toBe(6);
    expect(await admitted([other.apiKey], 10)).toBe(10);
    advanceDate(WINDOW_MILLISECONDS);
    expect(await admitted(keys, 5)).toBe(6);
  });

  it("is shown beside the key's limit, and a request that it refuses names the time to wait", async () => {
    await limit(1);
    const first = await firm.send(listLeads);
    expect(first).toMatchObject({
      status: 200,
      headers: {
        "ratelimit-policy": '"requests";q=1200;w=60, "firm";q=1;w=60',
        ratelimit: '"requests";r=1199;t=60, "firm";r=0;t=60',
      },
    });
    expect(await firm.send(listLeads)).toMatchObject({
      status: 429,
      headers: { "retry-after": "60" },
      body: {
        error: {
          code: "rate_limited",
          message:
            "The firm's 1 requests of this minute are used up. Wait as many seconds as Retry-After says.",
        },
      },
    });
  });

  it("is not used by requests that their key's own limit refuses", async () => {
    await limit(10);
    const busy = await firm.addKey({ requestsPerMinute: 2, firmLimited: true });
    expect(await admitted([busy], 20)).toBe(2);
    expect(await admitted([firm.apiKey], 20)).toBe(8);
  });

  it("is not used by requests of a disabled key", async () => {
    await limit(10);
    const leaked = await firm.addKey({ enabled: false, firmLimited: true });
    for (let n = 0; n < 20; n++) expect(await use(leaked)).toBe(403);
    expect(await admitted([firm.apiKey], 20)).toBe(10);
  });

  it("counts inbound deliveries", async () => {
    const source = await createTestSource(firm.apiKey);
    await limit(3);
    advanceDate(LEASE_MILLISECONDS);
    const outcomes = [];
    for (let n = 0; n < 4; n++) outcomes.push(await outcomeOf(source.secret));
    expect(outcomes).toEqual([201, 200, 200, "rate_limited"]);
  });

  it("can be changed and removed", async () => {
    await limit(2);
    expect(await admitted([firm.apiKey], 5)).toBe(2);
    await limit(4);
    advanceDate(LEASE_MILLISECONDS);
    expect(await admitted([firm.apiKey], 5)).toBe(2);
    expect(await limit(null)).toBe(1);
    advanceDate(LEASE_MILLISECONDS);
    expect(await admitted([firm.apiKey], 20)).toBe(20);
    const items = await scanItems(table);
    expect(items.filter(({ pk }) => pk === `KEY#FIRM#${firm.firmId}`)).toEqual([]);
  });

  it("marks keys that are created afterwards, also those of sources", async () => {
    await limit(100);
    const key = await createTestKey(firm.apiKey, ["leads:read"]);
    const source = await createTestSource(firm.apiKey);
    const rotated = await firm.send(rotateKey, { params: { id: source.id } });
    const secrets = [key.secret, source.secret, rotated.body.ingestion_key];
    expect(await Promise.all(secrets.map(isMarked))).toEqual([true, true, true]);
    await limit(null);
    expect(await Promise.all(secrets.map(isMarked))).toEqual([false, false, false]);
    expect(await isMarked((await createTestKey(firm.apiKey, ["leads:read"])).secret)).toBe(false);
  });

  it.each([100, null])("marks each key that was made while it was being set to %p", async (next) => {
    await limit(next === null ? 100 : null);
    const made: string[] = [];
    const createMany = async () => {
      for (let n = 0; n < 8; n++) {
        const body = { name: "Late", scopes: ["leads:read"] };
        made.push((await firm.send(createKey, { body })).body.key);
      }
    };
    await Promise.all([createMany(), createMany(), limit(next)]);
    expect(await Promise.all(made.map(isMarked))).toEqual(made.map(() => next !== null));
  });

  it("is set by a second run after the first one ended early", async () => {
    const second = await createTestKey(firm.apiKey, ["leads:read"]);
    const stop = new Error("The process ended.");
    const endEarly = () => {
      throw stop;
    };
    await expect(limit(5, endEarly)).rejects.toBe(stop);
    await limit(5);
    expect([await isMarked(firm.apiKey), await isMarked(second.secret)]).toEqual([true, true]);
  });

  it("stays when it is set again while an earlier one is being removed", async () => {
    await limit(100);
    await removeFirmLimit(table, firm.firmId);
    await limit(3);
    await removeFirmWindow(table, firm.firmId);
    expect(await admitted([firm.apiKey], 10)).toBe(3);
  });

  it("does not refuse a key that is still marked when the limit is gone", async () => {
    await limit(1);
    await removeFirmLimit(table, firm.firmId);
    await removeFirmWindow(table, firm.firmId);
    expect(await admitted([firm.apiKey], 3)).toBe(3);
  });
});
