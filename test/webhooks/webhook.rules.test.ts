import { describe, expect, it } from "@jest/globals";
import { MASK_WITHOUT_SECRET } from "../../shared/api/masked-secret.ts";
import {
  headersViolations,
  maskViolations,
  secretRotation,
  signingSecrets,
  subscribesTo,
  type Webhook,
  webhookResource,
} from "../../shared/webhooks/webhook.rules.ts";
import { webhookChange } from "../../shared/webhooks/webhook-change.rules.ts";
import { NEW_ID, NOW_MILLISECONDS } from "../support/decisions.ts";
import { newWebhook } from "../support/webhooks.ts";

const URL_OF = "https://hooks.invalid/in";
const stored = newWebhook({ id: NEW_ID, url: URL_OF, secret: "now", headers: { "X-A": "a" } });
const MASK = "********";
const DAY = 24 * 3_600_000;
const until = (milliseconds: number) => ({
  secret: `+${milliseconds}`,
  untilMilliseconds: NOW_MILLISECONDS + milliseconds,
});

describe("a change", () => {
  const failing = {
    ...stored,
    failureCount: 7,
    failingSinceMilliseconds: 1,
    retryAtMilliseconds: NOW_MILLISECONDS + 1,
  };
  const off = { ...failing, enabled: false, disabledReason: "Gone." };
  const released = { circuitClosedAtMilliseconds: NOW_MILLISECONDS, checkAtMilliseconds: NOW_MILLISECONDS };
  const cleared = { failureCount: 0, failingSinceMilliseconds: 0, retryAtMilliseconds: 0, ...released };

  // The check is scheduled although nothing waited when the endpoint was read: a delivery may wait since.
  it.each<[string, Webhook, object, object]>([
    ["to a new URL clears failures", failing, { url: `${URL_OF}/new` }, { url: `${URL_OF}/new`, ...cleared }],
    [
      "to enabled clears failures and the reason",
      off,
      { enabled: true },
      { ...cleared, enabled: true, disabledReason: null },
    ],
    ["to disabled keeps failures", failing, { enabled: false }, { enabled: false, ...released }],
    ["of the description keeps failures", failing, { description: "x" }, { description: "x" }],
    ["to what is stored changes nothing", failing, { url: URL_OF, enabled: true }, {}],
  ])("%s", (_, before, input, expected) => {
    const change = webhookChange(before, input, NOW_MILLISECONDS);
    expect(change).toMatchObject(expected);
    expect("failureCount" in change).toBe("failureCount" in expected);
  });
});

describe("the headers of a change", () => {
  it.each<[string, object, Webhook["headers"], string[]]>([
    [
      "may be masked at the same origin",
      { url: `${URL_OF}/x`, headers: { "x-a": MASK } },
      { "X-A": "a" },
      [],
    ],
    [
      "may be new at another origin",
      { url: "https://other.invalid", headers: { "X-A": "b" } },
      { "X-A": "a" },
      [],
    ],
    ["are not needed at another origin without any", { url: "https://other.invalid" }, {}, []],
    ["are not needed at no URL", { url: "x" }, { "X-A": "a" }, []],
    ["must be sent with another origin", { url: "https://other.invalid" }, { "X-A": "a" }, ["headers"]],
    ["must be sent with another port", { url: "https://hooks.invalid:8443/in" }, { "X-A": "a" }, ["headers"]],
    [
      "cannot be masked at another origin",
      { url: "https://other.invalid", headers: { "X-A": MASK } },
      { "X-A": "a" },
      ["headers.X-A"],
    ],
    ["cannot mask what is not stored", { headers: { "X-B": MASK } }, { "X-A": "a" }, ["headers.X-B"]],
  ])("%s", (_, json, headers, fields) => {
    expect(headersViolations({ url: URL_OF, headers }, { ...json }).map(({ field }) => field)).toEqual(
      fields,
    );
  });

  it.each([undefined, null, "x", {}, { "X-A": "b" }])("%j masks nothing wrongly", (headers) => {
    expect(maskViolations(headers)).toEqual([]);
  });

  it("of a new endpoint cannot be masked", () => {
    expect(maskViolations({ "X-A": MASK })).toEqual([{ field: "headers.X-A", message: MASK_WITHOUT_SECRET }]);
  });
});

describe("a rotation", () => {
  it.each([
    ["for a day", [], [until(DAY)]],
    ["beside those that still sign", [until(2), until(1), until(0)], [until(DAY), until(2), until(1)]],
    ["as one of four", [4, 3, 2, 1].map(until), [until(DAY), until(4), until(3), until(2)]],
  ])("keeps the replaced secret %s", (_, previousSecrets, kept) => {
    const { secret, previousSecrets: after } = secretRotation(
      { ...stored, previousSecrets },
      "new",
      NOW_MILLISECONDS,
    );
    const ends = (all: readonly { untilMilliseconds: number }[]) => all.map((each) => each.untilMilliseconds);
    expect([secret, after[0]?.secret, ends(after)]).toEqual(["new", "now", ends(kept)]);
  });
});

it("a secret signs until its end, and the next end is shown", () => {
  const webhook = { ...stored, previousSecrets: [until(1), until(0)] };
  expect(signingSecrets(webhook, NOW_MILLISECONDS)).toEqual(["now", "+1"]);
  const shownAt = (now: number) => webhookResource(webhook, now).previous_secret_expires_at;
  expect([shownAt(NOW_MILLISECONDS), shownAt(NOW_MILLISECONDS + 1)]).toEqual([
    "2055-03-02T12:00:00.001Z",
    null,
  ]);
});

it.each([
  [["*"], "lead.created", true],
  [["lead.created"], "lead.created", true],
  [["lead.created"], "lead.updated", false],
  [[], "lead.created", false],
])("an endpoint for %j receives %s: %j", (events, type, expected) => {
  expect(subscribesTo({ ...stored, events: events as Webhook["events"] }, type)).toBe(expected);
});

it("an endpoint is shown without secrets, and with the warnings of its change", () => {
  const shown = webhookResource(stored, NOW_MILLISECONDS, ["slow"]);
  expect(shown).toMatchObject({
    headers: { "X-A": MASK },
    created_at: "2024-04-21T09:32:31.104Z",
    warnings: ["slow"],
  });
  expect(webhookResource(stored, NOW_MILLISECONDS)).not.toHaveProperty("warnings");
  const off = { ...stored, disabledReason: "Gone.", failingSinceMilliseconds: 1_700_000_000_000 };
  const failing = { disabled_reason: "Gone.", failing_since: "2023-11-14T22:13:20.000Z" };
  expect(webhookResource(off, NOW_MILLISECONDS)).toMatchObject(failing);
  expect(JSON.stringify(shown)).not.toContain('"now"');
});
