import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as createKey } from "../../../functions/keys/create-key.ts";
import { handler as getMe } from "../../../functions/keys/get-me.ts";
import { handler as listKeys } from "../../../functions/keys/list-keys.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { newKey } from "../../../shared/api/keys/new-key.ts";
import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { keyItems } from "../../../shared/keys/key-writes.store.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { keyCountsKey } from "../../../shared/table/record-keys.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { createTestKey, keyCalls, readKeyCounts } from "../../support/keys.ts";
import { putItems } from "../../support/put-items.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const MANAGER = ["settings:read", "settings:write"] as const;

const create = (body: unknown, key = firm.apiKey) => firm.send(createKey, { key, body });
const { patch, remove, list } = keyCalls(() => firm.apiKey);
const keyCounts = () => readKeyCounts(table, firm.firmId);

describe("POST /api/keys", () => {
  it("creates a working key and returns its secret only once", async () => {
    const response = await create({ name: " Site ", scopes: ["leads:write", "leads:read", "leads:read"] });
    expect(response.status).toBe(201);
    const { key: secret, ...shown } = response.body;
    expect(shown).toMatchObject({
      ...{ name: "Site", scopes: ["leads:read", "leads:write"], last_four: secret.slice(-4), enabled: true },
      ...{ requests_per_minute: 1_200, api_version: "2026-11-01", last_used_at: null, version: 1 },
    });
    expect((await firm.send(listLeads, { key: secret })).status).toBe(200);
    const text = JSON.stringify(await list());
    expect(text).toContain(shown.id);
    expect(text).not.toContain(secret.slice(4, -4));
    expect(text).not.toContain("sha256");
  });

  it("creates no key for a caller that was revoked but still holds a lease", async () => {
    const manager = await createTestKey(firm.apiKey, [...MANAGER, "leads:read"]);
    await createTestKey(manager.secret, ["leads:read"]);
    await patch(manager.id, { scopes: MANAGER });
    const body = { name: "K", scopes: ["leads:read"] };
    const refused = await create({ ...body, scopes: [...MANAGER, "leads:read"] }, manager.secret);
    expect(refused.body.error).toMatchObject({
      code: "insufficient_scope",
      message: "The key cannot grant scopes that it lacks: leads:read.",
    });
    await patch(manager.id, { enabled: false });
    const granting = { ...body, scopes: MANAGER };
    expect((await create(granting, manager.secret)).body.error.code).toBe("key_disabled");
    await remove(manager.id);
    expect((await create(granting, manager.secret)).body.error.code).toBe("invalid_key");
    expect(await list()).toHaveLength(2);
  });

  it("creates no more keys than the limit per firm", async () => {
    const almostFull = { ...keyCountsKey(firm.firmId), keyCount: LIMITS.keys - 2, managingCount: 1 };
    await table.client.send(new PutCommand({ TableName: table.name, Item: almostFull }));
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: "K", scopes: ["leads:read"] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    expect(await keyCounts()).toEqual([LIMITS.keys, 1]);
  });
});

describe("GET /api/keys", () => {
  it("returns the firm's keys page by page, newest first, with the time of last use, and no ingestion keys", async () => {
    const startedAt = Date.now();
    for (let n = 0; n < 4; n++) await createTestKey(firm.apiKey, ["leads:read"], { name: `K${n}` });
    await firm.addKey({ kind: "ingestion", scopes: [] });
    const pages = await readAllPages(listKeys, { key: firm.apiKey, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 2, 1]);
    const { body } = await firm.send(listKeys);
    expect(pages.flat().map(({ id }) => id)).toEqual(body.data.map(({ id }: { id: string }) => id));
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      "K3",
      "K2",
      "K1",
      "K0",
      "First key",
    ]);
    const [unused, first] = [(await list())[0], (await list()).at(-1)];
    expect(unused.last_used_at).toBeNull();
    const usedAt = Date.parse(first.last_used_at);
    expect([usedAt >= startedAt, usedAt <= Date.now()]).toEqual([true, true]);
  });

  it("lists more keys than one batch read returns", async () => {
    const settings = { kind: "api" as const, name: "K", scopes: [], requestsPerMinute: 60 };
    const keys = Array.from({ length: 120 }, () => newKey(firm.firmId, settings, Date.now()));
    await putItems(
      table,
      keys.flatMap(({ secret, key }) => keyItems(firm.firmId, secret, key)),
    );
    const { body } = await firm.send(listKeys, { query: { limit: "200" } });
    expect(body.data).toHaveLength(121);
    expect(body.next_cursor).toBeNull();
  });
});

describe("DELETE /api/keys/{id}", () => {
  it("revokes the key; instances with a lease on it reject it within ten seconds", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const use = () => firm.send(listLeads, { key: secret });
    expect((await use()).status).toBe(200);
    const response = await remove(id);
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await remove(id)).status).toBe(404);
    expect((await patch(id, { name: "K" })).status).toBe(404);
    expect(await list()).toHaveLength(1);
    expect(await keyCounts()).toEqual([1, 1]);
    fakeDate(Date.now() + 10_000);
    const rejected = await use();
    expect([rejected.status, rejected.body.error.code]).toEqual([401, "invalid_key"]);
  });
});

describe("GET /api/me", () => {
  it("shows a key without any scope itself and its firm", async () => {
    const key = await firm.addKey({ scopes: [], requestsPerMinute: 7, name: "CRM" });
    const { status, body } = await firm.send(getMe, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      firm: { id: firm.firmId },
      key: { name: "CRM", scopes: [], requests_per_minute: 7, api_version: LATEST_API_VERSION },
    });
    expect(JSON.stringify(body)).not.toContain(key);
  });
});
