import { describe, expect, it } from "@jest/globals";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { apiKey } from "../../../shared/keys/api-key.contract.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey, keyCalls } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const MANAGER = ["settings:read", "settings:write"] as const;

const firm = useFirm(table);

const { patch, list, firstId } = keyCalls(() => firm.apiKey);

describe("PATCH /api/keys/{id}", () => {
  it("changes only the given fields", async () => {
    const { id } = await createTestKey(firm.apiKey, ["leads:read"]);
    const response = await patch(id, { name: "New", requests_per_minute: 60 });
    expect(response.status).toBe(200);
    expect(apiKey().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ name: "New", requests_per_minute: 60, version: 2 });
    expect((await patch(id, { scopes: ["leads:write"], enabled: false })).body).toMatchObject({
      name: "New",
      scopes: ["leads:write"],
      enabled: false,
      version: 3,
    });
    expect((await list())[0]).toMatchObject({ enabled: false, requests_per_minute: 60, version: 3 });
    expect((await patch(id, { enabled: false })).body.version).toBe(3);
  });

  it("is in force within five seconds, also where the key was used before", async () => {
    const { id, secret: used } = await createTestKey(firm.apiKey, ["leads:read"]);
    const statusOf = async () => (await call(listLeads, { key: used })).status;
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

  it("reports every violation", async () => {
    const rejected = await patch(await firstId(), { name: "", enabled: "no", scopes: ["x"] }, firm.apiKey, {
      "if-match": "abc",
    });
    expect([rejected.status, violationFields(rejected).sort()]).toEqual([
      422,
      ["If-Match", "enabled", "name", "scopes[0]"],
    ]);
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
    const used = Array.from({ length: 30 }, () => call(listLeads, { key: secret }));
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
    const { headers } = await call(listLeads, { key: secret });
    expect(headers.ratelimit).toMatch(/^"requests";r=59;t=\d+$/);
  });

  describe("grants no scope that the calling key does not hold", () => {
    it("when it is added to the calling key or another key", async () => {
      const manager = await createTestKey(firm.apiKey, MANAGER);
      const other = await createTestKey(firm.apiKey, ["settings:read"]);
      for (const { id } of [manager, other]) {
        const rejected = await patch(id, { scopes: [...MANAGER, "leads:read"] }, manager.secret);
        expect([rejected.status, rejected.body.error.code]).toEqual([403, "insufficient_scope"]);
      }
      expect((await patch(other.id, { scopes: MANAGER }, manager.secret)).status).toBe(200);
    });

    it("when a key that holds it is enabled", async () => {
      const manager = await createTestKey(firm.apiKey, MANAGER);
      const other = await createTestKey(firm.apiKey, ["leads:read"]);
      expect((await patch(other.id, { name: "Renamed" }, manager.secret)).status).toBe(200);
      expect((await patch(other.id, { enabled: false }, manager.secret)).status).toBe(200);
      expect((await patch(other.id, { enabled: true }, manager.secret)).status).toBe(403);
      expect((await patch(other.id, { enabled: true })).status).toBe(200);
    });

    it("when the caller lost the scope but its lease still has it", async () => {
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
