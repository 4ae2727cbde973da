import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { handler as deleteWebhook } from "../../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { webhook } from "../../../shared/webhooks/webhook.contract.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>, by = firm.apiKey) =>
  call(updateWebhook, { key: by, params: { id }, body, headers });
const remove = (id: string, headers?: Record<string, string>, by = firm.apiKey) =>
  call(deleteWebhook, { key: by, params: { id }, headers });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("PATCH /api/webhooks/{id}", () => {
  it("changes only the given fields", async () => {
    const { id } = await store();
    const response = await patch(id, { url: "https://other.invalid/", events: ["lead.archived"] });
    expect([response.status, webhook().parse(response.body)]).toEqual([200, response.body]);
    expect(response.body).toMatchObject({
      url: "https://other.invalid/",
      events: ["lead.archived"],
      version: 2,
    });
    expect((await patch(id, { enabled: true, description: "" })).body.version).toBe(2);
    expect((await get(id)).body).toEqual(response.body);
  });

  it("clears the disabled reason when the endpoint is enabled, and the failing time when its URL changes", async () => {
    const { id } = await store({ enabled: false, disabledReason: "Gone.", failingSinceMilliseconds: 5 });
    expect((await patch(id, { description: "x" })).body).toMatchObject({ disabled_reason: "Gone." });
    expect((await patch(id, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    });
    const failing = await store({ failingSinceMilliseconds: 5 });
    expect((await patch(failing.id, { url: "https://new.invalid/" })).body.failing_since).toBeNull();
    expect((await patch(failing.id, { enabled: false })).body).toMatchObject({ disabled_reason: null });
  });

  it("responds 404 before it validates the body, and reports every violation", async () => {
    expect((await patch(randomUUID(), { url: "x" })).status).toBe(404);
    const { id } = await store();
    const rejected = await patch(
      id,
      { url: "https://10.0.0.1/", events: [], enabled: 1 },
      { "if-match": "x" },
    );
    expect([rejected.status, violationFields(rejected).sort()]).toEqual([
      422,
      ["If-Match", "enabled", "events", "url"],
    ]);
    expect(violationFields(await patch(id, { url: "" }))).toEqual(["url"]);
  });

  it("rejects a stale version, as DELETE does", async () => {
    const { id } = await store();
    expect((await patch(id, { description: "a" }, { "if-match": '"1"' })).status).toBe(200);
    const stale = await patch(id, { description: "b" }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    expect((await remove(id, { "if-match": '"1"' })).status).toBe(409);
    expect((await remove(id, { "if-match": "1" })).status).toBe(422);
    expect((await remove(id, { "if-match": '"2"' })).status).toBe(204);
  });

  it("keeps concurrent changes of different fields", async () => {
    const { id } = await store();
    const changes = [{ description: "raced" }, { events: ["lead.archived"] }, { enabled: false }];
    const responses = await Promise.all(changes.map((change) => patch(id, change)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get(id)).body).toMatchObject({
      description: "raced",
      events: ["lead.archived"],
      enabled: false,
    });
  });
});
