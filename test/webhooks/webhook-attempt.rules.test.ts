import { describe, expect, it } from "@jest/globals";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { newWebhook, type Webhook } from "../../shared/webhooks/webhook.rules.ts";
import {
  type AttemptMessage,
  type AttemptRecords,
  decideAttempt,
  disablingAfter,
  nextAttempt,
  progressAfter,
} from "../../shared/webhooks/webhook-attempt.rules.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { RETRY_STEPS_MILLISECONDS } from "../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { HEALTHY } from "../support/webhooks.ts";

const NOW = Date.UTC(2055, 2, 1);
const DAY = 86_400_000;
const SECOND = 1_000;

const SETTINGS = { url: "https://example.com/", events: [], description: "", headers: {}, enabled: true };
const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  ...newWebhook("w", "whsec_", SETTINGS),
  ...HEALTHY,
  ...changes,
});

const DELIVERY = newWebhookDelivery(webhook(), { id: "e", type: "lead.created" }, NOW);
const MESSAGE = nextAttempt(firmIdFromVerifiedSource("f"), DELIVERY);
const EVENT = { body: "{}" };
const OPEN = { failureCount: 5, failingSinceMilliseconds: 1, retryAtMilliseconds: NOW + 1 };

const decide = (records: Partial<AttemptRecords> = {}, message: Partial<AttemptMessage> = {}) =>
  decideAttempt(
    { firm: { disabledAt: null }, webhook: webhook(), delivery: DELIVERY, event: EVENT, ...records },
    { ...MESSAGE, ...message },
    NOW,
  );

const delivery = (changes: Partial<WebhookDelivery>): WebhookDelivery => ({ ...DELIVERY, ...changes });

describe("a message", () => {
  it.each<[string, Partial<AttemptRecords>, Partial<AttemptMessage>]>([
    ["whose delivery is gone", { delivery: null }, {}],
    ["whose delivery is delivered", { delivery: delivery({ state: "delivered" }) }, {}],
    ["whose delivery has failed", { delivery: delivery({ state: "failed" }) }, {}],
    ["that another message has replaced", {}, { dueAtMilliseconds: DELIVERY.dueAtMilliseconds - 1 }],
  ])("%s does nothing", (_, records, message) => {
    expect(decide(records, message)).toEqual({ action: "none" });
  });

  it.each<[string, Partial<AttemptRecords>]>([
    ["endpoint is deleted", { webhook: null }],
    ["endpoint is disabled", { webhook: webhook({ enabled: false }) }],
    ["event is no longer kept", { event: null }],
  ])("skips the delivery whose %s, also while the firm is disabled", (_, records) => {
    const skipped = { action: "skip", delivery: DELIVERY };
    expect(decide(records)).toEqual(skipped);
    expect(decide({ ...records, firm: { disabledAt: "2055-03-01T00:00:00.000Z" } })).toEqual(skipped);
  });

  it.each<[string, Partial<AttemptRecords>, Partial<AttemptMessage>]>([
    ["the firm is disabled", { firm: { disabledAt: "x" } }, {}],
    [
      "the firm is disabled, even if it requested the delivery",
      { firm: { disabledAt: "x" } },
      { isRequested: true },
    ],
    ["the circuit is open and pauses", { webhook: webhook(OPEN) }, {}],
    ["another delivery probes", { webhook: webhook({ ...OPEN, probeEventId: "other" }) }, {}],
  ])("makes the delivery wait when %s", (_, records, message) => {
    expect(decide(records, message)).toEqual({ action: "wait", delivery: DELIVERY });
  });

  const posted = (endpoint: Webhook, changes = {}) => ({
    action: "post",
    webhook: endpoint,
    delivery: DELIVERY,
    body: EVENT.body,
    probe: undefined,
    ...changes,
  });

  it.each<[string, Partial<Webhook>, Partial<AttemptMessage>]>([
    ["the circuit is closed", {}, {}],
    ["it is the probe", { ...OPEN, probeEventId: "e" }, {}],
    ["the firm requested it", OPEN, { isRequested: true }],
  ])("posts when %s", (_, health, message) => {
    const endpoint = webhook(health);
    expect(decide({ webhook: endpoint }, message)).toEqual(posted(endpoint));
  });

  it("probes the endpoint once the pause is over", () => {
    const endpoint = webhook({ ...OPEN, retryAtMilliseconds: NOW });
    const probe = expect.objectContaining({ probeEventId: "e" });
    expect(decide({ webhook: endpoint })).toEqual(posted(endpoint, { probe }));
  });

  it("posts the event that the delivery itself contains, as a test does", () => {
    const test = delivery({ body: "test" });
    expect(decide({ delivery: test, event: null })).toMatchObject({ action: "post", body: "test" });
  });
});

const errorOf = (status: number | null) => (status === null ? "connection refused" : null);
const answer = (status: number | null, retryAfter?: string) => ({
  outcome: { status, retryAfter, error: errorOf(status), durationMilliseconds: 7 },
  startedAt: NOW - 7,
});
const CONTEXT = { nowMilliseconds: NOW, random: 0.5 };

describe("an attempt", () => {
  const made = (status: number | null) => ({
    at: new Date(NOW - 7).toISOString(),
    status,
    error: errorOf(status),
    durationMilliseconds: 7,
  });

  it.each([200, 204, 299])("delivers if answered %i", (status) => {
    const expected = { state: "delivered", attemptCount: 1, attempt: made(status) };
    expect(progressAfter(DELIVERY, answer(status), CONTEXT)).toEqual(expected);
  });

  it.each([null, 199, 300, 400, 404, 429, 500, 503])("is repeated if answered %s", (status) => {
    const nextAttemptMilliseconds = NOW + 5 * SECOND;
    expect(progressAfter(DELIVERY, answer(status), CONTEXT)).toEqual({
      state: "pending",
      attemptCount: 1,
      attempt: made(status),
      nextAttemptMilliseconds,
      dueAtMilliseconds: nextAttemptMilliseconds + 300 * SECOND,
    });
  });

  it("is due when it is repeated, if it waits longer than the queue can delay it", () => {
    const third = delivery({ attemptCount: 2 });
    const next = NOW + 1_800 * SECOND;
    expect(progressAfter(third, answer(500), CONTEXT)).toMatchObject({
      nextAttemptMilliseconds: next,
      dueAtMilliseconds: next,
    });
  });

  it.each([
    ["410 fails at once", delivery({}), answer(410)],
    ["the last one fails", delivery({ attemptCount: RETRY_STEPS_MILLISECONDS.length }), answer(500)],
  ])("%s", (_, before, result) => {
    expect(progressAfter(before, result, CONTEXT)).toEqual({
      state: "failed",
      attemptCount: before.attemptCount + 1,
      attempt: made(result.outcome.status),
    });
  });
});

describe("an endpoint", () => {
  const failing = (since: number) => webhook({ failingSinceMilliseconds: since });

  it.each([
    ["answers", failing(NOW - 6 * DAY), 204],
    ["fails for the first time", webhook(), 500],
    ["has failed for less than five days", failing(NOW - 5 * DAY + 1), 500],
  ])("that %s stays enabled", (_, endpoint, status) => {
    expect(disablingAfter(endpoint, answer(status), NOW)).toBeNull();
  });

  it("is disabled if it is gone, unless its circuit has closed since, and deliveries that wait by then are checked at once", () => {
    const circuitClosedAtMilliseconds = NOW - DAY;
    expect(disablingAfter(webhook({ circuitClosedAtMilliseconds }), answer(410), NOW)).toMatchObject({
      reason: expect.stringContaining("410 Gone"),
      fields: {
        enabled: false,
        disabledReason: expect.stringContaining("410 Gone"),
        checkAtMilliseconds: NOW,
      },
      when: { enabled: true, url: SETTINGS.url, circuitClosedAtMilliseconds },
    });
  });

  it("is disabled after failing for five days, unless it succeeded meanwhile", () => {
    const since = NOW - 5 * DAY;
    expect(disablingAfter(failing(since), answer(null), NOW)).toMatchObject({
      fields: { enabled: false, disabledReason: "Every attempt failed for five days." },
      when: { enabled: true, url: SETTINGS.url, failingSinceMilliseconds: since },
    });
  });
});
