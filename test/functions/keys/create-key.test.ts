import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as createKey } from "../../../functions/keys/create-key.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { LIMITS } from "../../../shared/api/schema/limits.ts";
import { createdApiKey } from "../../../shared/keys/api-key.contract.ts";
import { keyCountsKey } from "../../../shared/table/record-keys.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey, keyCalls, readKeyCounts } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const MANAGER = ["settings:read", "settings:write"] as const;

const firm = useFirm(table);

const create = (body: unknown, by = firm.apiKey) => call(createKey, { key: by, body });
const { patch, remove, list } = keyCalls(() => firm.apiKey);
const keyCounts = () => readKeyCounts(table, firm.firmId);

describe("POST /api/keys", () => {
  it("creates a working key and returns its secret only once", async () => {
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

  it("reports every violation at once", async () => {
    const response = await create({ scopes: ["leads:read", "leads:delete"], requests_per_minute: 0 });
    expect([response.status, violationFields(response).sort()]).toEqual([
      422,
      ["name", "requests_per_minute", "scopes[1]"],
    ]);
    for (const requests_per_minute of [1.5, LIMITS.requestsPerMinuteMaximum + 1, "60", null]) {
      const rejected = await create({ name: "K", scopes: ["leads:read"], requests_per_minute });
      expect([rejected.status, violationFields(rejected)]).toEqual([422, ["requests_per_minute"]]);
    }
    expect(violationFields(await create({ name: "K", scopes: [] }))).toEqual(["scopes"]);
    expect(violationFields(await create({ name: "K" }))).toEqual(["scopes"]);
  });

  it("grants no scope that the calling key does not hold", async () => {
    const manager = await createTestKey(firm.apiKey, MANAGER);
    const rejected = await create({ name: "K", scopes: ["settings:read", "leads:read"] }, manager.secret);
    expect([rejected.status, rejected.body.error.code]).toEqual([403, "insufficient_scope"]);
    expect(rejected.body.error.details[0].message).toContain("leads:read");
    expect((await create({ name: "K", scopes: ["settings:read"] }, manager.secret)).status).toBe(201);
  });

  it("creates no key for a caller that was revoked but still holds a lease", async () => {
    const manager = await createTestKey(firm.apiKey, [...MANAGER, "leads:read"]);
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
