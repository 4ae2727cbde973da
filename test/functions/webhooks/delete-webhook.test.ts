import { describe, expect, it } from "@jest/globals";
import { handler as deleteWebhook } from "../../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const remove = (id: string, headers?: Record<string, string>, by = firm.apiKey) =>
  call(deleteWebhook, { key: by, params: { id }, headers });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("DELETE /api/webhooks/{id}", () => {
  it("deletes the endpoint; a repeat responds 404", async () => {
    const { id } = await store();
    const response = await remove(id);
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
  });
});
