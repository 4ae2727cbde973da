import { millisecondsInMinute } from "date-fns/constants";
import type { Webhook } from "./webhook.rules.ts";

// A circuit breaker for each endpoint. Five failures in a row open it: deliveries then wait while one at a time probes
// the endpoint, at growing pauses. The first success closes it, and the waiting deliveries follow in growing numbers.

const FAILURES_TO_OPEN = 5;
/** The first pause ends before the second attempt of the delivery that opened the circuit. */
const PAUSES_SECONDS = [4, 30, 60, 120, 300, 900] as const;
/** Longer than a probe takes, from the queue to its record. */
const PROBE_MILLISECONDS = 2 * millisecondsInMinute;
/** The interval of searches for a waiting delivery while none is found: the index may lag behind. */
const IDLE_CHECK_MILLISECONDS = 15 * millisecondsInMinute;

const FIRST_RELEASE = 50;
const RELEASE_MAXIMUM = 1_000;
/** Time for a delivery that found the circuit open to store that it waits. */
const STRAGGLER_MILLISECONDS = 90_000;

export const isCircuitOpen = ({ failureCount }: Webhook) => failureCount >= FAILURES_TO_OPEN;

/** Returns whether the delivery may be sent: the circuit is closed, or this delivery probes the endpoint. */
export const admits = (webhook: Webhook, eventId: string) =>
  !isCircuitOpen(webhook) || webhook.probeEventId === eventId;

/** Returns the change for one delivery to probe an endpoint with an open circuit; null before its pause is over. */
export const startProbe = (
  webhook: Webhook,
  eventId: string,
  nowMilliseconds: number,
): Partial<Webhook> | null =>
  webhook.retryAtMilliseconds > nowMilliseconds
    ? null
    : {
        probeEventId: eventId,
        retryAtMilliseconds: nowMilliseconds + PROBE_MILLISECONDS,
        ...checkTimeChange(webhook, nowMilliseconds + PROBE_MILLISECONDS),
      };

/** Returns the change that makes the sweep check again after the pause, or after a while when nothing waits. */
export const nextProbeCheck = (
  { retryAtMilliseconds }: Webhook,
  nowMilliseconds: number,
): Partial<Webhook> => ({
  checkAtMilliseconds:
    retryAtMilliseconds > nowMilliseconds ? retryAtMilliseconds : nowMilliseconds + IDLE_CHECK_MILLISECONDS,
});

type Failure = {
  readonly eventId: string;
  readonly startedAt: number;
  readonly nowMilliseconds: number;
  readonly reason: string;
};

/** Returns the change after a failed attempt; null for an attempt that began before the circuit changed. */
export const afterFailure = (
  webhook: Webhook,
  { eventId, startedAt, nowMilliseconds, reason }: Failure,
): Partial<Webhook> | null => {
  if (!admits(webhook, eventId) || startedAt < webhook.circuitClosedAtMilliseconds) return null;
  const failureCount = webhook.failureCount + 1;
  const failing = {
    failureCount,
    failingSinceMilliseconds: webhook.failingSinceMilliseconds || startedAt,
    failureReason: reason,
  };
  if (failureCount < FAILURES_TO_OPEN) return failing;
  const pauses = PAUSES_SECONDS.slice(0, failureCount - FAILURES_TO_OPEN + 1);
  const retryAtMilliseconds = nowMilliseconds + (pauses.at(-1) ?? 0) * 1_000;
  return {
    ...failing,
    retryAtMilliseconds,
    probeEventId: null,
    ...checkTimeChange(webhook, retryAtMilliseconds),
  };
};

/** Returns the change after a success; null without an earlier failure. Only an open circuit has deliveries to release. */
export const afterSuccess = (webhook: Webhook, nowMilliseconds: number): Partial<Webhook> | null => {
  if (isCircuitOpen(webhook))
    return { ...closedCircuit(nowMilliseconds), ...checkTimeChange(webhook, nowMilliseconds) };
  return webhook.failureCount === 0 ? null : NO_FAILURES;
};

const NO_FAILURES = { failureCount: 0, failingSinceMilliseconds: 0, failureReason: null };

/** Clears the failures, and closes the circuit. Attempts that began before count no more. */
export const closedCircuit = (nowMilliseconds: number): Partial<Webhook> => ({
  ...NO_FAILURES,
  retryAtMilliseconds: 0,
  probeEventId: null,
  circuitClosedAtMilliseconds: nowMilliseconds,
});

/**
 * Releases waiting deliveries from now on. Those to a disabled endpoint are then skipped. Schedules the check in any
 * case: a delivery may have begun to wait since the endpoint was read.
 */
export const releaseFrom = (nowMilliseconds: number): Partial<Webhook> => ({
  circuitClosedAtMilliseconds: nowMilliseconds,
  checkAtMilliseconds: nowMilliseconds,
});

/**
 * Makes the sweep check deliveries that wait because their firm was disabled, from now on. Nothing was attempted
 * meanwhile, so the time of failing begins anew.
 */
export const resumeDeliveries = (webhook: Webhook, nowMilliseconds: number): Partial<Webhook> => ({
  ...(!isCircuitOpen(webhook) && { circuitClosedAtMilliseconds: nowMilliseconds }),
  failingSinceMilliseconds: webhook.failingSinceMilliseconds && nowMilliseconds,
  checkAtMilliseconds: nowMilliseconds,
});

/** Moves the time of the check, if there is one. The first waiting delivery sets it. */
const checkTimeChange = ({ checkAtMilliseconds }: Webhook, milliseconds: number) =>
  checkAtMilliseconds === 0 ? {} : { checkAtMilliseconds: milliseconds };

/** Returns the number of waiting deliveries to release in one minute: twice that of the minute before. */
export const releaseLimit = ({ circuitClosedAtMilliseconds: closedAt }: Webhook, nowMilliseconds: number) => {
  const minutes = Math.max(0, Math.floor((nowMilliseconds - closedAt) / millisecondsInMinute));
  return Math.min(RELEASE_MAXIMUM, FIRST_RELEASE * 2 ** Math.min(minutes, 10));
};

/** Returns the time of the next search for waiting deliveries after a release; 0 for never. */
export const nextRelease = (webhook: Webhook, released: number, nowMilliseconds: number) => {
  if (released > 0) return nowMilliseconds + millisecondsInMinute;
  const last = webhook.circuitClosedAtMilliseconds + STRAGGLER_MILLISECONDS;
  return nowMilliseconds < last ? last : 0;
};
