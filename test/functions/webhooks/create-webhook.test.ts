import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { LIMITS } from "../../../shared/api/schema/limits.ts";
import { EVENT_TYPES } from "../../../shared/events/event-types.contract.ts";
import { webhookWithSecret } from "../../../shared/webhooks/webhook.contract.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const NEW = { url: "https://hooks.invalid/intake", events: ["lead.created"] };
const create = (body: unknown, by = firm.apiKey) => call(createWebhook, { key: by, body });
const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>, by = firm.apiKey) =>
  call(updateWebhook, { key: by, params: { id }, body, headers });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("POST /api/webhooks", () => {
  it("creates an endpoint and returns its secret only once", async () => {
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
      await firm.send(listWebhooks),
      await patch(shown.id, { description: "x" }),
    ]) {
      expect(JSON.stringify(later.body)).toContain(shown.id);
      expect(JSON.stringify(later.body)).not.toContain('ecret":"whsec_');
    }
  });

  it.each([...EVENT_TYPES, "*"])("accepts the event type %s", async (type) => {
    expect((await create({ ...NEW, events: [type] })).status).toBe(201);
  });

  it.each<[string, object, string[]]>([
    ["nothing", {}, ["events", "url"]],
    [
      "wrong types",
      { url: 7, events: "*", description: 1, enabled: "yes" },
      ["description", "enabled", "events", "url"],
    ],
    ["no absolute URL", { ...NEW, url: "hooks" }, ["url"]],
    ["a blank URL", { ...NEW, url: "  " }, ["url"]],
    ["plain http", { ...NEW, url: "http://example.com" }, ["url"]],
    ["loopback", { ...NEW, url: "https://127.0.0.1/" }, ["url"]],
    ["loopback in decimal", { ...NEW, url: "https://2130706433/" }, ["url"]],
    ["a name that resolves to loopback", { ...NEW, url: "https://localhost/" }, ["url"]],
    ["a password", { ...NEW, url: "https://a:b@example.com" }, ["url"]],
    ["a URL too long", { ...NEW, url: `https://example.com/${"x".repeat(LIMITS.urlCharacters)}` }, ["url"]],
    ["no types", { ...NEW, events: [] }, ["events"]],
    ["an unknown type", { ...NEW, events: ["lead.created", "lead.deleted"] }, ["events[1]"]],
    ["the type of test events", { ...NEW, events: ["webhook.test"] }, ["events[0]"]],
    ["a long description", { ...NEW, description: "x".repeat(501) }, ["description"]],
  ])("rejects %s", async (_, body, expected) => {
    const response = await create(body);
    expect([response.status, response.body.error?.code]).toEqual([422, "invalid_request"]);
    expect(violationFields(response).sort()).toEqual(expected);
  });

  it("creates no more endpoints than the limit per firm", async () => {
    await Promise.all(Array.from({ length: LIMITS.webhooks - 1 }, () => store()));
    expect((await create(NEW)).status).toBe(201);
    const rejected = await create(NEW);
    expect([rejected.status, violationFields(rejected)]).toEqual([422, ["url"]]);
  });
});
