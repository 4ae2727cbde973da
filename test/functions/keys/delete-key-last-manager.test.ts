import { describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import { newFirm } from "../../support/firms.ts";
import { createTestKey, keyCalls, readKeyCounts } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const MANAGER = ["settings:read", "settings:write"] as const;

const firm = useFirm(table);

const { patch, remove, list, firstId } = keyCalls(() => firm.apiKey);
const keyCounts = () => readKeyCounts(table, firm.firmId);

describe("the last key that can manage keys", () => {
  it.each([
    ["deleted", (id: string) => remove(id)],
    ["disabled", (id: string) => patch(id, { enabled: false })],
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

  it("can be renamed and can lose other scopes", async () => {
    const id = await firstId();
    expect((await patch(id, { name: "Only", scopes: MANAGER, requests_per_minute: 600 })).status).toBe(200);
    expect(await keyCounts()).toEqual([1, 1]);
  });

  it.each([
    ["deletes", (id: string, by: string) => remove(id, by)],
    ["disables", (id: string, by: string) => patch(id, { enabled: false }, by)],
    ["removes settings:write from", (id: string, by: string) => patch(id, { scopes: ["settings:read"] }, by)],
  ])("remains when two keys concurrently try to act on each other: each %s the other", async (_, act) => {
    for (let round = 0; round < 10; round++) {
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
