import { describe, expect, it } from "@jest/globals";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as createSource } from "../../functions/sources/create-source.ts";
import { handler as rotateKey } from "../../functions/sources/rotate-source-key.ts";
import { disableFirm, enableFirm } from "../../shared/firm/set-firm-state.ts";
import { markFirmDisabled } from "../../shared/settings/firm-state.store.ts";
import { advanceDate } from "../support/fake-date.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { outcomeOf } from "../support/ingestion.ts";
import { createTestKey, keyCalls } from "../support/keys.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const LEASE_MILLISECONDS = 10_000;

const firm = useFirm(table);
const { patch } = keyCalls(() => firm.apiKey);
const request = () => ({ firmId: firm.firmId, nowMilliseconds: Date.now() });
const disable = () => disableFirm(table, request());
const enable = () => enableFirm(table, request());

/** Returns 200, or the code of the error. */
const use = async (key: string) => {
  const { status, body } = await call(listLeads, { key });
  return body.error?.code ?? status;
};
const newKeyBody = { name: "Late", scopes: ["leads:read"] };

describe("a disabled firm", () => {
  it("has its API and ingestion keys rejected within ten seconds, and accepted as before once enabled", async () => {
    const other = await newFirm(table);
    const second = await createTestKey(firm.apiKey, ["leads:read"]);
    const off = await createTestKey(firm.apiKey, ["leads:read"]);
    await patch(off.id, { enabled: false });
    const source = await createTestSource(firm.apiKey);
    const rotated = await firm.send(rotateKey, { params: { id: source.id } });
    const ingestionKeys = [source.secret, rotated.body.ingestion_key];
    const offSource = await createTestSource(firm.apiKey, { enabled: false });
    expect([await use(firm.apiKey), await use(second.secret)]).toEqual([200, 200]);
    expect(await outcomeOf(source.secret)).toBe(201);

    expect(await disable()).toBe(6);
    advanceDate(LEASE_MILLISECONDS);
    const keys = [firm.apiKey, second.secret, off.secret];
    for (const key of keys) expect(await use(key)).toBe("key_disabled");
    for (const key of [...ingestionKeys, offSource.secret]) expect(await outcomeOf(key)).toBe("key_disabled");
    expect(await use(other.apiKey)).toBe(200);

    expect(await enable()).toBe(6);
    advanceDate(LEASE_MILLISECONDS);
    expect(await Promise.all(keys.map(use))).toEqual([200, 200, "key_disabled"]);
    expect([await outcomeOf(ingestionKeys[0]), await outcomeOf(ingestionKeys[1])]).toEqual([200, 200]);
    expect(await outcomeOf(offSource.secret)).toBe("key_disabled");
  });

  it("gets no new key from a request that a lease still admits", async () => {
    const source = await createTestSource(firm.apiKey);
    const { firmId, apiKey: key } = firm;
    await markFirmDisabled(table, firmId, new Date().toISOString());
    const responses = [
      await call(createKey, { key, body: newKeyBody }),
      await call(createSource, { key, body: { key: "late", name: "Late" } }),
      await call(rotateKey, { key, params: { id: source.id } }),
    ];
    expect(responses.map(({ status, body }) => [status, body.error?.code])).toEqual(
      Array.from({ length: 3 }, () => [403, "key_disabled"]),
    );
    await disable();
    advanceDate(LEASE_MILLISECONDS);
    expect(await use(key)).toBe("key_disabled");
    await enable();
    advanceDate(LEASE_MILLISECONDS);
    expect((await call(createKey, { key, body: newKeyBody })).status).toBe(201);
  });

  it("rejects each key that was made while it was being disabled", async () => {
    const made: string[] = [];
    const create = async () => {
      const { status, body } = await firm.send(createKey, { body: newKeyBody });
      if (status === 201) made.push(body.key);
      else expect(body.error.code).toBe("key_disabled");
    };
    const createMany = async () => {
      for (let n = 0; n < 8; n++) await create();
    };
    await Promise.all([createMany(), createMany(), disable()]);
    advanceDate(LEASE_MILLISECONDS);
    for (const key of [...made, firm.apiKey]) expect(await use(key)).toBe("key_disabled");
  });

  it("is disabled by a second run after the first one ended early", async () => {
    const second = await createTestKey(firm.apiKey, ["leads:read"]);
    const keys = [firm.apiKey, second.secret];
    const stop = new Error("The process ended.");
    let marked = 0;
    const onKey = () => {
      marked += 1;
      throw stop;
    };
    await expect(disableFirm(table, { ...request(), onKey })).rejects.toBe(stop);
    expect(marked).toBe(1);
    await disable();
    advanceDate(LEASE_MILLISECONDS);
    for (const key of keys) expect(await use(key)).toBe("key_disabled");
    await expect(enableFirm(table, { ...request(), onKey })).rejects.toBe(stop);
    await enable();
    advanceDate(LEASE_MILLISECONDS);
    for (const key of keys) expect(await use(key)).toBe(200);
  });
});
