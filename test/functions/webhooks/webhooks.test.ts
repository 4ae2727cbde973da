import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as deleteWebhook } from "../../../functions/webhooks/delete-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { EVENT_TYPES } from "../../../shared/contract/event-types.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import { webhook, webhookWithSecret } from "../../../shared/contract/webhooks.ts";
import { readRecord } from "../../../shared/storage/dynamodb/read-records.ts";
import { webhookRecord } from "../../../shared/storage/webhooks/webhook-store.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

const NEW = { url: "https://hooks.invalid/intake", events: ["lead.created"] };
const create = (body: unknown, by = key) => call(createWebhook, { key: by, body });
const get = (id: string, by = key) => call(getWebhook, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>, by = key) =>
  call(updateWebhook, { key: by, params: { id }, body, headers });
const remove = (id: string, headers?: Record<string, string>, by = key) =>
  call(deleteWebhook, { key: by, params: { id }, headers });
const rotate = (id: string, by = key) => call(rotateSecret, { key: by, params: { id } });
const fields = (response: { body: { error: { details: { field: string }[] } } }) =>
  response.body.error.details.map(({ field }) => field);
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("POST /api/webhooks", () => {
  it("makes an endpoint and shows its secret this once", async () => {
    const response = await create({
      ...NEW,
      description: " Case sync ",
      events: ["lead.updated", "*", "lead.updated"],
    });
    expect(response.status).toBe(201);
    expect(webhookWithSecret().parse(response.body)).toEqual(response.body);
    const { secret, ...shown } = response.body;
    expect(shown).toMatchObject({
      url: NEW.url,
      events: ["*", "lead.updated"],
      description: "Case sync",
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      previous_secret_expires_at: null,
      version: 1,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(() => new Webhook(secret).sign("id", new Date(), "{}")).not.toThrow();
    for (const later of [
      await get(shown.id),
      await call(listWebhooks, { key }),
      await patch(shown.id, { description: "x" }),
    ]) {
      expect(JSON.stringify(later.body)).toContain(shown.id);
      expect(JSON.stringify(later.body)).not.toContain('ecret":"whsec_');
    }
  });

  it.each([...EVENT_TYPES, "*"])("takes the event type %s", async (type) => {
    expect((await create({ ...NEW, events: [type] })).status).toBe(201);
  });

  it.each<[string, object, string[]]>([
    ["nothing", {}, ["events", "url"]],
    [
      "wrong types",
      { url: 7, events: "*", description: 1, enabled: "yes" },
      ["description", "enabled", "events", "url"],
    ],
    ["no URL", { ...NEW, url: "hooks" }, ["url"]],
    ["a blank URL", { ...NEW, url: "  " }, ["url"]],
    ["plain http", { ...NEW, url: "http://example.com" }, ["url"]],
    ["loopback", { ...NEW, url: "https://127.0.0.1/" }, ["url"]],
    ["loopback in decimal", { ...NEW, url: "https://2130706433/" }, ["url"]],
    ["a name that leads to loopback", { ...NEW, url: "https://localhost/" }, ["url"]],
    ["a password", { ...NEW, url: "https://a:b@example.com" }, ["url"]],
    [
      "a URL too long",
      { ...NEW, url: `https://example.com/${"x".repeat(LIMITS.webhookUrlCharacters)}` },
      ["url"],
    ],
    ["no types", { ...NEW, events: [] }, ["events"]],
    ["an unknown type", { ...NEW, events: ["lead.created", "lead.deleted"] }, ["events[1]"]],
    ["the test's type", { ...NEW, events: ["webhook.test"] }, ["events[0]"]],
    ["a long description", { ...NEW, description: "x".repeat(501) }, ["description"]],
  ])("refuses %s", async (_, body, expected) => {
    const response = await create(body);
    expect([response.status, response.body.error?.code]).toEqual([422, "invalid_request"]);
    expect(fields(response).sort()).toEqual(expected);
  });

  it("makes no more than a firm may have", async () => {
    await Promise.all(Array.from({ length: LIMITS.webhooks - 1 }, () => store()));
    expect((await create(NEW)).status).toBe(201);
    const refused = await create(NEW);
    expect([refused.status, fields(refused)]).toEqual([422, ["url"]]);
  });
});

describe("GET /api/webhooks", () => {
  it("lists newest first, page by page, and no secret", async () => {
    for (const url of ["a", "b", "c"]) await create({ ...NEW, url: `https://${url}.invalid/` });
    const pages = await readAllPages(listWebhooks, { key, limit: 2 });
    expect(pages.map((data) => data.length)).toEqual([2, 1]);
    const { body } = await call(listWebhooks, { key });
    expect(page(webhook()).parse(body)).toEqual(body);
    expect(body.data.map(({ url }: { url: string }) => url[8])).toEqual(["c", "b", "a"]);
    expect(JSON.stringify(body)).not.toContain("whsec_");
  });

  it("shows since when an endpoint fails, and why it was disabled", async () => {
    const { id } = await store({
      enabled: false,
      disabledReason: "Gone.",
      failingSinceMilliseconds: 1_700_000_000_000,
    });
    expect((await get(id)).body).toMatchObject({
      enabled: false,
      disabled_reason: "Gone.",
      failing_since: "2023-11-14T22:13:20.000Z",
    });
  });
});

describe("PATCH /api/webhooks/{id}", () => {
  it("changes what is sent and that alone", async () => {
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

  it("clears why it was disabled when it enables again, and what failed before with another URL", async () => {
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

  it("judges the endpoint before the body, and every field of it", async () => {
    expect((await patch(randomUUID(), { url: "x" })).status).toBe(404);
    const { id } = await store();
    const refused = await patch(
      id,
      { url: "https://10.0.0.1/", events: [], enabled: 1 },
      { "if-match": "x" },
    );
    expect([refused.status, fields(refused).sort()]).toEqual([422, ["If-Match", "enabled", "events", "url"]]);
    expect(fields(await patch(id, { url: "" }))).toEqual(["url"]);
  });

  it("refuses a stale version, and so does DELETE", async () => {
    const { id } = await store();
    expect((await patch(id, { description: "a" }, { "if-match": '"1"' })).status).toBe(200);
    const stale = await patch(id, { description: "b" }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    expect((await remove(id, { "if-match": '"1"' })).status).toBe(409);
    expect((await remove(id, { "if-match": "1" })).status).toBe(422);
    expect((await remove(id, { "if-match": '"2"' })).status).toBe(204);
  });

  it("keeps every one of parallel changes of different fields", async () => {
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

describe("POST /api/webhooks/{id}/rotate-secret", () => {
  it("makes a new secret, keeps the one before for 24 hours, and shows it this once", async () => {
    const { id, secret: before } = await store();
    const startedAt = Date.now();
    const { status, body } = await rotate(id);
    expect([status, webhookWithSecret().parse(body)]).toEqual([200, body]);
    expect(body.secret).not.toBe(before);
    const expiresAt = Date.parse(body.previous_secret_expires_at) - 24 * 3_600_000;
    expect(expiresAt).toBeGreaterThanOrEqual(startedAt);
    expect(expiresAt).toBeLessThan(startedAt + 10_000);
    const kept = await readRecord(table, webhookRecord(firm.firmId, id));
    expect(kept).toMatchObject({ secret: body.secret, previousSecret: before });
    expect((await get(id)).body).toEqual({ ...body, secret: undefined });
  });

  it("makes as many secrets as it is called, none of them twice", async () => {
    const { id } = await store();
    const responses = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
    expect(new Set(responses.map(({ body }) => body.secret)).size).toBe(5);
    expect((await get(id)).body.version).toBe(6);
  });
});

describe("a webhook", () => {
  it("is gone once it is deleted", async () => {
    const { id } = await store();
    const response = await remove(id);
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await remove(id)).status).toBe(404);
    expect((await get(id)).status).toBe(404);
  });

  it("of another firm does not exist", async () => {
    const { id } = await storeWebhook(table, (await newFirm(table)).firmId);
    const responses = [
      await get(id),
      await patch(id, { enabled: false }),
      await remove(id),
      await rotate(id),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await call(listWebhooks, { key })).body.data).toEqual([]);
  });

  it("needs webhooks:read to be seen and webhooks:write to be changed", async () => {
    const { id } = await store();
    const reader = await addKey(table, firm.firmId, { scopes: ["webhooks:read"] });
    const writer = await addKey(table, firm.firmId, { scopes: ["webhooks:write", "settings:write"] });
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
