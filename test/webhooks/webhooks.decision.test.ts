import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { webhookKey } from "../../shared/table/record-keys.ts";
import { createWebhook } from "../../shared/webhooks/create-webhook.ts";
import { deleteWebhook } from "../../shared/webhooks/delete-webhook.ts";
import { rotateWebhookSecret } from "../../shared/webhooks/rotate-webhook-secret.ts";
import { updateWebhook } from "../../shared/webhooks/update-webhook.ts";
import { secretRotation, type Webhook, webhookResource } from "../../shared/webhooks/webhook.rules.ts";
import { changeWebhook, removeWebhook } from "../../shared/webhooks/webhook.store.ts";
import { decided, FIRM_ID, NOW_MILLISECONDS, refusalOf } from "../support/decisions.ts";
import { newWebhook } from "../support/webhooks.ts";

const NEW = { url: "https://hooks.invalid/in", events: ["lead.created"] };
const stored = newWebhook({ url: NEW.url, headers: { Authorization: "Bearer letmein" } });

const create = (json: object, count = 0) =>
  decided(createWebhook("public"), {
    json: { ...NEW, ...json },
    found: { webhooks: Array.from({ length: count }, () => stored), warnings: [] },
  });

const given = (webhook: Webhook, expectedVersions: readonly string[] | null = null) => ({
  stored: [{ ...webhookKey(FIRM_ID, webhook.id), ...webhook }],
  found: { warnings: [] },
  request: { params: { id: webhook.id }, expectedVersions },
});

const patch = (json: object, webhook = stored, versions: readonly string[] | null = null) =>
  decided(updateWebhook("public"), { json, ...given(webhook, versions) });

describe("a new endpoint", () => {
  const prefix = "https://hooks.invalid/";
  it.each<[string, object, object]>([
    [
      "each event once, and trimmed texts",
      { description: " Sync ", events: ["lead.updated", "*", "lead.updated"] },
      { description: "Sync", events: ["*", "lead.updated"] },
    ],
    [
      "its URL in the form used to connect",
      { url: "\u00a0HTTPS://Hooks.Invalid:443/a b?c#d " },
      { url: `${prefix}a%20b?c#d` },
    ],
    ["a path where there was none", { url: "https://hooks.invalid" }, { url: prefix }],
    ["a path without detours", { url: "https://hooks.invalid/../x/./y" }, { url: `${prefix}x/y` }],
    [
      "a URL measured in its stored form",
      { url: prefix + "é".repeat(329) },
      { url: prefix + "%C3%A9".repeat(329) },
    ],
    [
      "its headers masked",
      { headers: { ["x".repeat(100)]: "v".repeat(1_000) } },
      { headers: { ["x".repeat(100)]: "********" } },
    ],
  ])("has %s", async (_, json, shown) => {
    const secret = expect.stringMatching(/^whsec_/);
    expect(await create(json, LIMITS.webhooks - 1)).toMatchObject({
      answer: { ...NEW, ...shown, secret, version: 1 },
    });
  });

  it.each<[string, object, string[]]>([
    ["without any field", { url: undefined, events: undefined }, ["url", "events"]],
    ["at loopback", { url: "https://127.0.0.1/" }, ["url"]],
    ["at this machine, within white space", { url: "\u00a0https://[::1]/\u2028" }, ["url"]],
    ["at a URL whose stored form is too long", { url: prefix + "é".repeat(340) }, ["url"]],
    ["for the type of test events", { events: ["lead.created", "webhook.test"] }, ["events[1]"]],
    ["with a mask for a header", { headers: { "X-A": "********" } }, ["headers.X-A"]],
  ])("is refused %s", async (_, json, fields) => {
    expect(await refusalOf(create(json))).toEqual(["invalid_request", ...fields]);
  });
});

describe("the headers of an endpoint", () => {
  it.each<[Record<string, unknown>, string]>([
    ...[
      "Host",
      "Webhook-Id",
      "Intake-Endpoint-Id",
      "Intake-Request-Id",
      "webhook-signature",
      "Content-Length",
      "Connection",
      "Transfer-Encoding",
      "X Y",
      "",
      "x".repeat(101),
    ].map((name): [Record<string, unknown>, string] => [{ [name]: "1" }, name]),
    [{ "X-A": "" }, "X-A"],
    [{ "X-A": "a\r\nHost: b" }, "X-A"],
    [{ "X-A": "é" }, "X-A"],
    [{ "X-A": "1", "x-a": "2" }, "x-a"],
    [{ "X-A": "x".repeat(1_001) }, "X-A"],
  ])("cannot be %j", async (headers, name) => {
    for (const decision of [create({ headers }), patch({ headers })])
      expect(await refusalOf(decision)).toEqual(["invalid_request", `headers.${name}`]);
  });
});

const disabled = { enabled: false, disabledReason: "Gone." };

describe("a PATCH of an endpoint", () => {
  it.each<[string, object, Partial<Webhook>, Partial<Webhook>?]>([
    ["its events", { events: ["lead.archived"] }, { events: ["lead.archived"] }],
    [
      "a masked header to none, and keeps the masked one beside",
      { headers: { Authorization: "********", "X-B": "new" } },
      { headers: { ...stored.headers, "X-B": "new" } },
    ],
    [
      "the case of a header's name, and keeps its value",
      { headers: { authorization: "********" } },
      { headers: { authorization: "Bearer letmein" } },
    ],
    [
      "the path, and keeps the headers",
      { url: "https://HOOKS.invalid:443/other" },
      { url: "https://hooks.invalid/other" },
    ],
    ["to enabled, without the reason", { enabled: true }, { enabled: true, disabledReason: null }, disabled],
  ])("changes %s", async (_, json, fields, changes = {}) => {
    const before = { ...stored, ...changes };
    const decision = await patch(json, before);
    const answer = webhookResource({ ...before, ...fields, version: 2 }, NOW_MILLISECONDS);
    expect(decision).toMatchObject({ writes: [expect.anything()], answer });
    const [written] = decision.writes ?? [];
    for (const value of Object.values(fields))
      expect(Object.values(Object(written).Update.ExpressionAttributeValues)).toContainEqual(value);
  });

  it.each([[{}], [{ enabled: true, description: "" }], [{ headers: { Authorization: "********" } }]])(
    "writes nothing with %j",
    async (json) => {
      expect(await patch(json)).toEqual({ answer: webhookResource(stored, NOW_MILLISECONDS) });
    },
  );

  it.each<[string, object, string[]]>([
    [
      "three violations",
      { url: "https://10.0.0.1/", events: [], enabled: 1 },
      ["events", "enabled", "url", "headers"],
    ],
    ["no URL", { url: "" }, ["url"]],
  ])("is refused for %s", async (_, json, fields) => {
    expect(await refusalOf(patch(json))).toEqual(["invalid_request", ...fields]);
  });

  it("is refused for a version that is not current", async () => {
    expect(await refusalOf(patch({ enabled: false }, stored, ["2"]))).toEqual(["version_conflict"]);
  });
});

it("a rotation of the secret writes what signs from now on, and shows the new secret", async () => {
  const { writes = [], ...decision } = await decided(rotateWebhookSecret, given(stored));
  const { secret, ...shown } = Object("answer" in decision && decision.answer);
  const rotated = secretRotation(stored, secret, NOW_MILLISECONDS);
  expect(writes).toEqual([changeWebhook(FIRM_ID, stored, rotated)]);
  expect(shown).toEqual(webhookResource({ ...stored, ...rotated, version: 2 }, NOW_MILLISECONDS));
});

it("rotates the secret of the version that it names only", async () => {
  expect(await refusalOf(decided(rotateWebhookSecret, given(stored, ["2"])))).toEqual(["version_conflict"]);
});

it("deletes only the version that it names", async () => {
  expect(await decided(deleteWebhook, given(stored, ["1"]))).toEqual({
    writes: [removeWebhook(FIRM_ID, stored)],
    answer: undefined,
  });
  expect(await refusalOf(decided(deleteWebhook, given(stored, ["2"])))).toEqual(["version_conflict"]);
});
