import { describe, expect, it } from "@jest/globals";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as deleteWebhook } from "../../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const NEW = { url: "https://hooks.invalid/intake", events: ["lead.created"] };
const create = (body: unknown, by = firm.apiKey) => call(createWebhook, { key: by, body });
const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>, by = firm.apiKey) =>
  call(updateWebhook, { key: by, params: { id }, body, headers });
const remove = (id: string, headers?: Record<string, string>, by = firm.apiKey) =>
  call(deleteWebhook, { key: by, params: { id }, headers });
const rotate = (id: string, by = firm.apiKey) => call(rotateSecret, { key: by, params: { id } });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("GET /api/webhooks/{id}", () => {
  it("responds 404 for another firm's endpoint, as all other methods do", async () => {
    const { id } = await storeWebhook(table, (await newFirm(table)).firmId);
    const responses = [
      await get(id),
      await patch(id, { enabled: false }),
      await remove(id),
      await rotate(id),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await firm.send(listWebhooks)).body.data).toEqual([]);
  });

  it("requires webhooks:read, and webhooks:write for every change", async () => {
    const { id } = await store();
    const reader = await firm.addKey({ scopes: ["webhooks:read"] });
    const writer = await firm.addKey({ scopes: ["webhooks:write", "settings:write"] });
    expect([(await get(id, reader)).status, (await get(id, writer)).status]).toEqual([200, 403]);
    expect([(await call(listWebhooks, { key: reader })).status, (await create(NEW, reader)).status]).toEqual([
      200, 403,
    ]);
    expect((await patch(id, {}, {}, reader)).status).toBe(403);
    expect((await rotate(id, reader)).status).toBe(403);
    expect((await remove(id, {}, reader)).status).toBe(403);
    expect((await remove(id, {}, writer)).status).toBe(204);
  });
});
