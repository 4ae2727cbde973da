import { describe, expect, it, jest } from "@jest/globals";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { createTestKey, keyCalls, readKeyCounts } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const { patch, remove, list } = keyCalls(() => firm.apiKey);
const keyCounts = () => readKeyCounts(table, firm.firmId);

describe("DELETE /api/keys/{id}", () => {
  it("revokes the key; instances with a lease on it reject it within ten seconds", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const use = () => call(listLeads, { key: secret });
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

  it("is not needed to stop a key: a disabled key is rejected until it is enabled again", async () => {
    const { id, secret } = await createTestKey(firm.apiKey, ["leads:read"]);
    const use = () => call(listLeads, { key: secret });
    await use();
    await patch(id, { enabled: false });
    fakeDate(Date.now() + 10_000);
    expect((await use()).body.error.code).toBe("key_disabled");
    await patch(id, { enabled: true });
    jest.setSystemTime(Date.now() + 10_000);
    expect((await use()).status).toBe(200);
  });
});
