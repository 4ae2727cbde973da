import { randomUUID } from "node:crypto";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler as createKey } from "../../../functions/keys/create-key.ts";
import { handler as deleteKey } from "../../../functions/keys/delete-key.ts";
import { handler as listKeys } from "../../../functions/keys/list-keys.ts";
import { handler as updateKey } from "../../../functions/keys/update-key.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { apiKey, createdApiKey } from "../../../shared/contract/keys.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import { SCOPES } from "../../../shared/contract/scopes.ts";
import { keyCountsKey } from "../../../shared/storage/record-keys.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey } from "../../support/keys.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const MANAGER = ["settings:read", "settings:write"] as const;

let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

const create = (body: unknown, by = key) => call(createKey, { key: by, body });
const patch = (id: string, body: unknown, by = key, headers?: Record<string, string>) =>
  call(updateKey, { key: by, params: { id }, body, headers });
const remove = (id: string, by = key, headers?: Record<string, string>) =>
  call(deleteKey, { key: by, params: { id }, headers });
const list = async (by = key) => (await call(listKeys, { key: by })).body.data;
const firstId = async () => (await list()).at(-1).id as string;
const fields = (response: { body: { error: { details: { field: string }[] } } }) =>
  response.body.error.details.map(({ field }) => field);
const countOutcomes = async () => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keyCountsKey(firm.firmId) }),
  );
  return [Item?.keyCount, Item?.managingCount];
};

describe("POST /api/keys", () => {
  it("makes a key that works, and shows its secret this once", async () => {
    const response = await create({ name: " Site ", scopes: ["leads:write", "leads:read", "leads:read"] });
    expect(response.status).toBe(201);
    expect(createdApiKey().parse(response.body)).toEqual(response.body);
    const { key: secret, ...shown } = response.body;
    expect(shown).toMatchObject({
      name: "Site",
      scopes: ["leads:read", "leads:write"],
      last_four: secret.slice(-4),
      enabled: true,
      requests_per_minute: 1_200,
      api_version: "2026-11-01",
      last_used_at: null,
      version: 1,
    });
    expect((await call(listLeads, { key: secret })).status).toBe(200);
    const text = JSON.stringify(await list());
    expect(text).toContain(shown.id);
    expect(text).not.toContain(secret.slice(4, -4));
    expect(text).not.toContain("sha256");
  });

  it("names every violation at once", async () => {
    const response = await create({ scopes: ["leads:read", "leads:delete"], requests_per_minute: 0 });
    expect([response.status, fields(response).sort()]).toEqual([
      422,
      ["name", "requests_per_minute", "scopes[1]"],
    ]);
    for (const requests_per_minute of [1.5, LIMITS.requestsPerMinuteMaximum + 1, "60", null]) {
      const refused = await create({ name: "K", scopes: ["leads:read"], requests_per_minute });
      expect([refused.status, fields(refused)]).toEqual([422, ["requests_per_minute"]]);
    }
    expect(fields(await create({ name: "K", scopes: [] }))).toEqual(["scopes"]);
    expect(fields(await create({ name: "K" }))).toEqual(["scopes"]);
  });

  it("gives no scope that the calling key lacks", async () => {
    const manager = await createTestKey(key, MANAGER);
    const refused = await create({ name: "K", scopes: ["settings:read", "leads:read"] }, manager.secret);
    expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
    expect(refused.body.error.details[0].message).toContain("leads:read");
    expect((await create({ name: "K", scopes: ["settings:read"] }, manager.secret)).status).toBe(201);
  });

  it("leaves no key behind for one that was revoked a moment ago and still has a lease", async () => {
    const manager = await createTestKey(key, [...MANAGER, "leads:read"]);
    await createTestKey(manager.secret, ["leads:read"]);
    await patch(manager.id, { scopes: MANAGER });
    const body = { name: "K", scopes: ["leads:read"] };
    expect((await create(body, manager.secret)).body.error.code).toBe("insufficient_scope");
    await patch(manager.id, { enabled: false });
    expect((await create({ ...body, scopes: MANAGER }, manager.secret)).status).toBe(403);
    await remove(manager.id);
    expect((await create({ ...body, scopes: MANAGER }, manager.secret)).status).toBe(403);
    expect(await list()).toHaveLength(2);
  });

  it("makes no more keys than a firm may have", async () => {
    const almostFull = { ...keyCountsKey(firm.firmId), keyCount: LIMITS.keys - 2, managingCount: 1 };
    await table.client.send(new PutCommand({ TableName: table.name, Item: almostFull }));
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: "K", scopes: ["leads:read"] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422]);
    expect(await countOutcomes()).toEqual([LIMITS.keys, 1]);
  });
});

describe("GET /api/keys", () => {
  it("lists the firm's keys, newest first, page by page, with when they were last used", async () => {
    for (let n = 0; n < 4; n++) await createTestKey(key, ["leads:read"], { name: `K${n}` });
    const pages = await readAllPages(listKeys, { key, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 2, 1]);
    const { body } = await call(listKeys, { key });
    expect(page(apiKey()).parse(body)).toEqual(body);
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
    expect(Date.now() - Date.parse(first.last_used_at)).toBeLessThan(60_000);
  });

  it("lists more than a batch can read", async () => {
    for (let n = 0; n < 12; n++) {
      await Promise.all(Array.from({ length: 10 }, () => createTestKey(key, ["leads:read"])));
    }
    const { body } = await call(listKeys, { key, query: { limit: "200" } });
    expect(body.data).toHaveLength(121);
    expect(body.next_cursor).toBeNull();
  });

  it("shows and changes no other firm's", async () => {
    const other = await newFirm(table);
    const foreign = (await list(other.apiKey))[0].id;
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(foreign);
    expect((await patch(foreign, { name: "Mine" })).status).toBe(404);
    expect((await remove(foreign)).status).toBe(404);
    expect((await call(getFirm, { key: other.apiKey })).status).toBe(200);
  });

  it("shows no ingestion key", async () => {
    await addKey(table, firm.firmId, { kind: "ingestion", scopes: [] });
    expect(await list()).toHaveLength(1);
  });
});

describe("PATCH /api/keys/{id}", () => {
  it("changes what is sent, and that alone", async () => {
    const { id } = await createTestKey(key, ["leads:read"]);
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

  it("judges the key before the body, and every field of it", async () => {
    expect((await patch(randomUUID(), { name: "" })).status).toBe(404);
    const refused = await patch(await firstId(), { name: "", enabled: "no", scopes: ["x"] }, key, {
      "if-match": "abc",
    });
    expect([refused.status, fields(refused).sort()]).toEqual([
      422,
      ["If-Match", "enabled", "name", "scopes[0]"],
    ]);
  });

  it("refuses a stale version, and so does DELETE", async () => {
    const { id } = await createTestKey(key, ["leads:read"]);
    expect((await patch(id, { name: "A" }, key, { "if-match": '"1"' })).status).toBe(200);
    for (const body of [{ name: "B" }, { enabled: false }]) {
      const stale = await patch(id, body, key, { "if-match": '"1"' });
      expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    }
    expect((await remove(id, key, { "if-match": '"1"' })).status).toBe(409);
    expect((await remove(id, key, { "if-match": "1" })).status).toBe(422);
    expect((await remove(id, key, { "if-match": '"2"' })).status).toBe(204);
  });

  it("keeps every one of 20 parallel changes of different fields, and the permits given out meanwhile", async () => {
    const { id, secret } = await createTestKey(key, ["leads:read", "leads:write"], {
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

  describe("gives no scope that the calling key lacks", () => {
    it("by adding it, to itself or another", async () => {
      const manager = await createTestKey(key, MANAGER);
      const other = await createTestKey(key, ["settings:read"]);
      for (const { id } of [manager, other]) {
        const refused = await patch(id, { scopes: [...MANAGER, "leads:read"] }, manager.secret);
        expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_scope"]);
      }
      expect((await patch(other.id, { scopes: MANAGER }, manager.secret)).status).toBe(200);
    });

    it("by enabling a key that has it", async () => {
      const manager = await createTestKey(key, MANAGER);
      const other = await createTestKey(key, ["leads:read"]);
      expect((await patch(other.id, { name: "Renamed" }, manager.secret)).status).toBe(200);
      expect((await patch(other.id, { enabled: false }, manager.secret)).status).toBe(200);
      expect((await patch(other.id, { enabled: true }, manager.secret)).status).toBe(403);
      expect((await patch(other.id, { enabled: true })).status).toBe(200);
    });

    it("by the memory of a lease: what it lost, it cannot give back to itself", async () => {
      const manager = await createTestKey(key, [...MANAGER, "leads:read"]);
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

describe("DELETE /api/keys/{id}", () => {
  it("revokes the key, for instances that know it within ten seconds", async () => {
    const { id, secret } = await createTestKey(key, ["leads:read"]);
    const use = () => call(listLeads, { key: secret });
    expect((await use()).status).toBe(200);
    const response = await remove(id);
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await remove(id)).status).toBe(404);
    expect((await patch(id, { name: "K" })).status).toBe(404);
    expect(await list()).toHaveLength(1);
    expect(await countOutcomes()).toEqual([1, 1]);
    fakeDate(Date.now() + 10_000);
    try {
      const refused = await use();
      expect([refused.status, refused.body.error.code]).toEqual([401, "invalid_key"]);
    } finally {
      jest.useRealTimers();
    }
  });

  it("is not the only way: a disabled key is refused as well, and works again when enabled", async () => {
    const { id, secret } = await createTestKey(key, ["leads:read"]);
    const use = () => call(listLeads, { key: secret });
    await use();
    await patch(id, { enabled: false });
    fakeDate(Date.now() + 10_000);
    try {
      expect((await use()).body.error.code).toBe("key_disabled");
      await patch(id, { enabled: true });
      jest.setSystemTime(Date.now() + 10_000);
      expect((await use()).status).toBe(200);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("the last key that manages keys", () => {
  it.each([
    ["deleted", (id: string) => remove(id)],
    ["disabled", (id: string) => patch(id, { enabled: false })],
    ["left without settings:write", (id: string) => patch(id, { scopes: ["leads:read"] })],
  ])("cannot be %s", async (_, act) => {
    const id = await firstId();
    await createTestKey(key, ["settings:read", "leads:write"]);
    const disabled = await createTestKey(key, SCOPES);
    await patch(disabled.id, { enabled: false });
    const refused = await act(id);
    expect([refused.status, refused.body.error.code]).toEqual([422, "invalid_request"]);
    expect(await countOutcomes()).toEqual([3, 1]);
    await patch(disabled.id, { enabled: true });
    expect((await act(id)).status).toBeLessThan(300);
  });

  it("is not locked otherwise: it can be renamed and lose other scopes", async () => {
    const id = await firstId();
    expect((await patch(id, { name: "Only", scopes: MANAGER, requests_per_minute: 600 })).status).toBe(200);
    expect(await countOutcomes()).toEqual([1, 1]);
  });

  it.each([
    ["deletes", (id: string, by: string) => remove(id, by)],
    ["disables", (id: string, by: string) => patch(id, { enabled: false }, by)],
    ["takes settings:write from", (id: string, by: string) => patch(id, { scopes: ["settings:read"] }, by)],
  ])("remains when each of two %s the other at the same moment", async (_, act) => {
    for (let round = 0; round < 10; round++) {
      const { apiKey: first } = await newFirm(table);
      const [{ id }] = await list(first);
      const second = await createTestKey(first, SCOPES);
      await list(second.secret); // so that neither is first looked up when it is deleted already
      const responses = await Promise.all([act(second.id, first), act(id, second.secret)]);
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses[0]).toBeLessThan(300);
      expect(statuses[1]).toBe(422);
    }
  });

  it("remains when five keys remove themselves at the same moment", async () => {
    const keys = [{ id: await firstId(), secret: key }];
    for (let n = 0; n < 4; n++) keys.push(await createTestKey(key, SCOPES));
    const responses = await Promise.all(keys.map(({ id, secret }) => remove(id, secret)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 422]);
    expect(await countOutcomes()).toEqual([1, 1]);
  });
});
