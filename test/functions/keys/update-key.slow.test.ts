import { describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { createTestKey, keyCalls, readKeyCounts } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const MANAGER = ["settings:read", "settings:write"] as const;

const { patch, remove, list, firstId } = keyCalls(() => firm.apiKey);
const keyCounts = () => readKeyCounts(table, firm.firmId);

describe("PATCH /api/keys/{id}", () => {
  it("takes effect within five seconds, also where the key was used before", async () => {
    const { id, secret: used } = await createTestKey(firm.apiKey, ["leads:read"]);
    const statusOf = async () => (await firm.send(listLeads, { key: used })).status;
    expect(await statusOf()).toBe(200);
    for (const [change, status] of [
      [{ scopes: ["settings:read"] }, 403],
      [{ scopes: ["leads:read"] }, 200],
      [{ enabled: false }, 403],
      [{ enabled: true }, 200],
    ] as const) {
      expect((await patch(id, change)).status).toBe(200);
      advanceDate(5_000);
      expect([change, await statusOf()]).toEqual([change, status]);
    }
  });

  it("keeps 20 concurrent changes of different fields and the permits leased meanwhile", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read", "leads:write"], {
      requests_per_minute: 100,
    });
    const changes = [
      { name: "Raced" },
      { scopes: ["leads:read"] },
      { enabled: true },
      { requests_per_minute: 90 },
    ];
    const used = Array.from({ length: 30 }, () => firm.send(listLeads, { key: secret }));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(id, changes[n % changes.length])),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await Promise.all(used)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await list())[0]).toMatchObject({
      name: "Raced",
      scopes: ["leads:read"],
      requests_per_minute: 90,
    });
    const { headers } = await firm.send(listLeads, { key: secret });
    expect(headers.ratelimit).toMatch(/^"requests";r=59;t=\d+$/);
  });

  describe("grants no scope that the calling key does not hold", () => {
    it("even when the caller lost the scope and its lease still has it", async () => {
      const manager = await createTestKey(firm.apiKey, [...MANAGER, "leads:read"]);
      await patch(manager.id, { name: "Warm" }, manager.secret);
      await patch(manager.id, { scopes: MANAGER });
      expect((await patch(manager.id, { scopes: [...MANAGER, "leads:read"] }, manager.secret)).status).toBe(
        403,
      );
      await patch(manager.id, { enabled: false });
      expect((await patch(manager.id, { enabled: true }, manager.secret)).status).toBe(403);
    });
  });
});

describe("the last key that can manage keys", () => {
  it.each([
    ["deleted", (id: string) => remove(id)],
    ["deprived of settings:write", (id: string) => patch(id, { scopes: ["leads:read"] })],
  ])("cannot be %s", async (_, act) => {
    const id = await firstId();
    await createTestKey(firm.apiKey, ["settings:read", "leads:write"]);
    const disabled = await createTestKey(firm.apiKey, SCOPES);
    await patch(disabled.id, { enabled: false });
    const rejected = await act(id);
    expect([rejected.status, rejected.body.error.code]).toEqual([422, "invalid_request"]);
    expect(await keyCounts()).toEqual([3, 1]);
    await patch(disabled.id, { enabled: true });
    expect((await act(id)).status).toBeLessThan(300);
  });

  it.each([
    ["deletes", (id: string, by: string) => remove(id, by)],
    ["disables", (id: string, by: string) => patch(id, { enabled: false }, by)],
    ["removes settings:write from", (id: string, by: string) => patch(id, { scopes: ["settings:read"] }, by)],
  ])("remains when two keys concurrently try to act on each other: each %s the other", async (_, act) => {
    for (let round = 0; round < 3; round++) {
      const { apiKey: first } = await newFirm(table);
      const [{ id }] = await list(first);
      const second = await createTestKey(first, SCOPES);
      // Takes leases on both keys, so that neither is first looked up after its deletion.
      await Promise.all([act(v4(), first), act(v4(), second.secret)]);
      const responses = await Promise.all([act(second.id, first), act(id, second.secret)]);
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses[0]).toBeLessThan(300);
      expect(statuses[1]).toBe(422);
    }
  });

  it("remains when five keys delete themselves concurrently", async () => {
    const keys = [{ id: await firstId(), secret: firm.apiKey }];
    for (let n = 0; n < 4; n++) keys.push(await createTestKey(firm.apiKey, SCOPES));
    const responses = await Promise.all(keys.map(({ id, secret }) => remove(id, secret)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 422]);
    expect(await keyCounts()).toEqual([1, 1]);
  });
});
