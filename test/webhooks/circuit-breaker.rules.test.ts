import { describe, expect, it } from "@jest/globals";
import {
  admits,
  afterFailure,
  afterSuccess,
  nextProbeCheck,
  nextRelease,
  releaseLimit,
  resumeDeliveries,
  startProbe,
} from "../../shared/webhooks/circuit-breaker.rules.ts";
import { newWebhook, type Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { disablingAfter } from "../../shared/webhooks/webhook-attempt.rules.ts";
import { HEALTHY } from "../support/webhooks.ts";

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;

const webhook = (health: Partial<Webhook> = {}): Webhook => ({
  ...newWebhook("1", "whsec_", { url: "", events: [], description: "", headers: {}, enabled: true }),
  ...HEALTHY,
  ...health,
});

const OPEN = { failureCount: 5, failingSinceMilliseconds: 1, retryAtMilliseconds: NOW };

const FAILURE = { eventId: "e", reason: "timeout" };

const fail = (health: Partial<Webhook>, failure: { eventId?: string; startedAt?: number } = {}) =>
  afterFailure(webhook(health), { ...FAILURE, startedAt: NOW - 1, nowMilliseconds: NOW, ...failure });

describe("a failure", () => {
  it.each([0, 1, 2, 3])("after %i others leaves the circuit closed", (failureCount) => {
    expect(fail({ failureCount })).toEqual({
      failureCount: failureCount + 1,
      failingSinceMilliseconds: NOW - 1,
      failureReason: "timeout",
    });
  });

  it.each([
    [4, 4],
    [5, 30],
    [6, 60],
    [7, 120],
    [8, 300],
    [9, 900],
    [20, 900],
  ])("after %i others pauses the endpoint for %i s", (failureCount, seconds) => {
    expect(fail({ failureCount, probeEventId: "e" })).toMatchObject({
      failureCount: failureCount + 1,
      retryAtMilliseconds: NOW + seconds * 1_000,
      probeEventId: null,
    });
  });

  it("of another delivery than the probe does not change an open circuit", () => {
    expect(fail({ ...OPEN, probeEventId: "other" })).toBe(null);
  });

  it("of an attempt from before the circuit closed does not change it", () => {
    expect(fail({ failureCount: 1, circuitClosedAtMilliseconds: NOW }, { startedAt: NOW - 1 })).toBe(null);
  });
});

describe("a success", () => {
  it("of a healthy endpoint changes nothing", () => {
    expect(afterSuccess(webhook(), NOW)).toBe(null);
  });

  it("after a failure releases nothing, since nothing waits", () => {
    const change = afterSuccess(webhook({ failureCount: 3, failingSinceMilliseconds: 1 }), NOW);
    expect(change).toEqual({ failureCount: 0, failingSinceMilliseconds: 0, failureReason: null });
  });

  it("closes an open circuit, and waiting deliveries are released from now on", () => {
    expect(afterSuccess(webhook({ ...OPEN, checkAtMilliseconds: NOW + MINUTE }), NOW)).toMatchObject({
      failureCount: 0,
      circuitClosedAtMilliseconds: NOW,
      checkAtMilliseconds: NOW,
    });
    expect(afterSuccess(webhook(OPEN), NOW)).not.toHaveProperty("checkAtMilliseconds");
  });
});

describe("an open circuit", () => {
  it("admits one delivery, once its pause is over", () => {
    expect(startProbe(webhook({ ...OPEN, retryAtMilliseconds: NOW + 1 }), "e", NOW)).toBe(null);
    const probe = startProbe(webhook(OPEN), "e", NOW);
    expect(admits(webhook({ ...OPEN, ...probe }), "e")).toBe(true);
    expect(admits(webhook({ ...OPEN, ...probe }), "other")).toBe(false);
    expect(startProbe(webhook({ ...OPEN, ...probe }), "other", NOW + MINUTE)).toBe(null);
    expect(startProbe(webhook({ ...OPEN, ...probe }), "other", NOW + 2 * MINUTE)).not.toBe(null);
  });

  it("is checked again, also while nothing waits", () => {
    const pausing = webhook({ ...OPEN, retryAtMilliseconds: NOW + 1 });
    expect(nextProbeCheck(pausing, NOW)).toEqual({ checkAtMilliseconds: NOW + 1 });
    expect(nextProbeCheck(webhook(OPEN), NOW)).toEqual({ checkAtMilliseconds: NOW + 15 * MINUTE });
  });
});

describe("a failing endpoint whose firm is enabled again", () => {
  const DAY = 1_440 * MINUTE;
  const BEFORE = { failingSinceMilliseconds: NOW - 6 * DAY, probeEventId: "e" };
  const refused = { status: 502, error: null, durationMilliseconds: 1 };

  it.each([1, 7])("is disabled after five more days of failures, with %i before", (failureCount) => {
    const before = webhook({ ...BEFORE, failureCount });
    const resumed = { ...before, ...resumeDeliveries(before, NOW) };
    const first = { outcome: refused, startedAt: NOW + DAY };
    const failure = { ...FAILURE, startedAt: first.startedAt, nowMilliseconds: first.startedAt + 1 };
    const failing = { ...resumed, ...afterFailure(resumed, failure) };
    expect(failing).toMatchObject({
      failureCount: failureCount + 1,
      failingSinceMilliseconds: NOW,
    });
    const isDisabledAt = (now: number, endpoint = failing) => disablingAfter(endpoint, first, now) !== null;
    expect(isDisabledAt(NOW + DAY, resumed)).toBe(false);
    expect([isDisabledAt(NOW + 5 * DAY - 1), isDisabledAt(NOW + 5 * DAY)]).toEqual([false, true]);
  });

  it("is shown as failing until its first success", () => {
    const before = webhook({ ...BEFORE, failureCount: 4, failureReason: "It answered 502." });
    const resumed = { ...before, ...resumeDeliveries(before, NOW) };
    expect(resumed).toMatchObject({ failingSinceMilliseconds: NOW, failureReason: "It answered 502." });
    expect(resumeDeliveries(webhook(), NOW)).toMatchObject({ failingSinceMilliseconds: 0 });
    expect(afterSuccess(resumed, NOW)).toMatchObject({ failureCount: 0 });
  });
});

describe("a closed circuit", () => {
  const closed = webhook({ circuitClosedAtMilliseconds: NOW });

  it("releases twice as many deliveries each minute, up to a thousand", () => {
    const limits = [0, 0.9, 1, 2, 3, 4, 5, 60].map((minutes) => releaseLimit(closed, NOW + minutes * MINUTE));
    expect(limits).toEqual([50, 50, 100, 200, 400, 800, 1_000, 1_000]);
  });

  it("is checked once more after the last delivery that may have been late", () => {
    expect(nextRelease(closed, 1, NOW)).toBe(NOW + MINUTE);
    expect(nextRelease(closed, 0, NOW)).toBe(NOW + 1.5 * MINUTE);
    expect(nextRelease(closed, 0, NOW + 1.5 * MINUTE)).toBe(0);
  });
});
