import { describe, expect, it } from "@jest/globals";
import {
  isExample,
  newRound,
  newWebhookDelivery,
  type WebhookDelivery,
  webhookDeliveryResource,
} from "../../shared/webhooks/webhook-delivery.rules.ts";
import { OVERDUE_MILLISECONDS } from "../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { NEW_ID, NOW_MILLISECONDS } from "../support/decisions.ts";

const NOW = new Date(NOW_MILLISECONDS).toISOString();
const event = { id: NEW_ID, type: "lead.created", body: undefined, requestId: "r" };
const created = newWebhookDelivery({ id: "w", enabled: true }, event, NOW_MILLISECONDS);
const attempt = (durationMilliseconds: number) => ({
  at: NOW,
  status: 500,
  durationMilliseconds,
  error: null,
});

it.each([
  ["is due at once at an enabled endpoint", true, "pending", NOW_MILLISECONDS + OVERDUE_MILLISECONDS],
  ["is skipped at a disabled one", false, "skipped", 0],
])("a new delivery %s", (_, enabled, state, dueAtMilliseconds) => {
  expect(newWebhookDelivery({ id: "w", enabled }, event, NOW_MILLISECONDS)).toEqual({
    ...event,
    ...{ webhookId: "w", state, round: 1, attemptCount: 0, attempts: [] },
    ...{ nextAttemptMilliseconds: NOW_MILLISECONDS, dueAtMilliseconds, isWaiting: false },
  });
});

it.each([
  [0, 0],
  [20, 20],
  [21, 20],
])("a new round of a delivery with %i attempts keeps the last %i, and counts anew", (count, kept) => {
  const attempts = Array.from({ length: count }, (_, index) => attempt(index));
  const failed = { ...created, state: "failed" as const, attemptCount: 10, attempts, isWaiting: true };
  expect(newRound({ ...failed, dueAtMilliseconds: 0 }, NOW_MILLISECONDS)).toEqual({
    ...created,
    round: 2,
    attempts: attempts.slice(count - kept),
  });
});

it.each([
  ["an event of the log", {}, false],
  ["a test event", { type: "webhook.test", body: "{}" }, false],
  ["the example of an event", { body: "{}" }, true],
])("%s is an example: %j", (_, changes, expected) => {
  expect(isExample({ ...created, ...changes })).toBe(expected);
});

describe("a delivery is shown", () => {
  it.each<[string, Partial<WebhookDelivery>, object]>([
    ["with its next attempt", {}, { state: "pending", next_attempt_at: NOW, waiting_for: null }],
    [
      "as waiting, without a next attempt",
      { isWaiting: true },
      { next_attempt_at: null, waiting_for: "endpoint" },
    ],
    ["without a next attempt once it is over", { state: "delivered" }, { next_attempt_at: null }],
    [
      "with its attempts",
      { attempts: [attempt(7)] },
      { attempts: [{ at: NOW, status: 500, duration_ms: 7, error: null }] },
    ],
    [
      "without the event",
      { body: "secret" },
      { id: NEW_ID, webhook_id: "w", created_at: "2024-04-21T09:32:31.104Z" },
    ],
  ])("%s", (_, changes, expected) => {
    const shown = webhookDeliveryResource({ ...created, ...changes });
    expect(shown).toMatchObject(expected);
    expect(JSON.stringify(shown)).not.toContain("secret");
  });
});
