import { EVENTS, REQUESTS } from "../../../lib/documents/scale/load.ts";
import { SKIPPED_MAXIMUM } from "../../../shared/table/sweep-run.ts";
import type { Metric, Samples, World } from "./alarm-states.ts";

const DAY = 24 * 60;

/** An ordinary day comes before the day with the fault. */
export const MINUTES = 2 * DAY;
export const at = (hour: number, minute = 0) => DAY + hour * 60 + minute;

/** The share of the day's mean load in each hour: law firms sleep. */
const HOURS = [
  3, 2, 2, 2, 2, 5, 20, 80, 180, 230, 240, 230, 200, 220, 240, 230, 200, 140, 70, 40, 30, 20, 8, 4,
];
const TOTAL = HOURS.reduce((total, each) => total + each, 0);

/** Assumed of an ordinary day, as shares of the requests. */
const ORDINARY = { failed: 0.0002, slow: 0.0005, blocked: 0.002 };
/** The minute of the day with a burst of refusals. */
const BURST = 10 * 60;
/** The minutes of the days by which their copies are in the other account. */
const COPIES = [6 * 60, DAY + 7 * 60];

/** The part of the requests, or of the work behind them, that a fault affects, from 0 to 1. */
type Effects = {
  /** Answered 5xx. */
  readonly failed: number;
  /** Answered after more than two seconds. */
  readonly slow: number;
  /** Never reach the API. */
  readonly lost: number;
  /** Invocations that crash or run out of time, of all functions. */
  readonly crashed: number;
  /** Events are not published. */
  readonly isPublishingStopped: boolean;
  readonly areDeliveriesCrashing: boolean;
  readonly areSweepsFailing: boolean;
  readonly areSweepsMissing: boolean;
  /** Due records that nobody can read. */
  readonly unreadable: number;
  /** The table has no copy in the other account until the fault ends. */
  readonly areCopiesMissing: boolean;
  /** CloudFront itself answers 5xx. */
  readonly failedByCloudFront: number;
  /** Requests in a minute that the firewall refuses, of an address that sends too many. */
  readonly flood: number;
  /** The age of the oldest message in the queue of deliveries, in which retries wait for up to 15 minutes. */
  readonly waitingSeconds: number;
  /** The same without the endpoints that take much of the queue's readers. */
  readonly quietWaitingSeconds: number;
  /** The region answers nobody, so that nobody can write a metric either. */
  readonly isRegionLost: boolean;
};

const NO_EFFECTS: Effects = {
  failed: 0,
  slow: 0,
  lost: 0,
  crashed: 0,
  isPublishingStopped: false,
  areDeliveriesCrashing: false,
  areSweepsFailing: false,
  areSweepsMissing: false,
  unreadable: 0,
  areCopiesMissing: false,
  failedByCloudFront: 0,
  flood: 0,
  waitingSeconds: 20,
  quietWaitingSeconds: 20,
  isRegionLost: false,
};

export type Fault = {
  readonly from: number;
  readonly to: number;
  readonly effects: Partial<Effects>;
  /** There are three dead letters from then on, but the metric is missing for twenty minutes after the fault. */
  readonly deadLetters?: true;
};

/** A call each minute that reaches the API, or that CloudFront answers from its cache. */
export type Probe = "none" | "reaching" | "cached";

type DayOptions = { readonly leadsPerDay: number; readonly fault?: Fault; readonly probe: Probe };

/** The same numbers from 0 to 1 in each run, by what they are for and the minute. */
const random = (purpose: number, minute: number) => {
  let state = Math.imul(minute + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((state ^ (state >>> 15)) >>> 0) / 2 ** 32;
};

/** Returns a count that is `mean` on average, as many independent people cause it. */
const countAround = (mean: number, purpose: number, minute: number) => {
  const uniform = random(purpose, minute);
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * 3.4 * (uniform - 0.5)));
  let count = 0;
  let probability = Math.exp(-mean);
  for (let left = uniform - probability; left > 0 && count < 200; left -= probability) {
    count += 1;
    probability *= mean / count;
  }
  return count;
};

const counted = (count: number): Samples => (count > 0 ? [[count, 1]] : []);

/** Returns the metrics of a stage in a day of a load, with a fault. */
export const simulateDay = (options: DayOptions): World => {
  const { fault } = options;
  const known: Minute[] = [];
  const minuteOf = (minute: number) => {
    const simulated = known[minute] ?? simulateMinute(options, minute);
    known[minute] = simulated;
    return simulated;
  };
  const readers: Readers = {
    ...gatewayReaders(minuteOf),
    ...functionReaders(minuteOf, options),
    ...cloudFrontReaders(minuteOf),
    "AWS/Backup NumberOfCopyJobsCompleted": (_, minute) => {
      const isDone = COPIES.includes(minute) && !minuteOf(minute).effects.areCopiesMissing;
      const isCaughtUp = fault?.effects.areCopiesMissing && minute === fault.to;
      // The first minute has the copy of the day before the simulation.
      return counted(isDone || isCaughtUp || minute === 0 ? 1 : 0);
    },
    "AWS/SQS ApproximateAgeOfOldestMessage": (_, minute) => counted(minuteOf(minute).effects.waitingSeconds),
    "AWS/SQS ApproximateAgeOfOldestMessageInQuietGroups": (_, minute) =>
      counted(minuteOf(minute).effects.quietWaitingSeconds),
    "AWS/SQS ApproximateNumberOfMessagesVisible": (_, minute) => {
      // An empty queue that nobody uses has no metrics.
      if (!fault?.deadLetters || minute < fault.from) return [];
      const isInGap = minute >= fault.to && minute < fault.to + 20;
      return counted(isInGap ? 0 : 3);
    },
  };
  return (metric, minute) => {
    const isProbe = metric.dimensions.includes("Probe");
    if (minuteOf(minute).effects.isRegionLost && !isProbe) return [];
    const reader = readers[`${metric.namespace} ${metric.name}`];
    if (reader === undefined) throw new Error(`No simulation of ${metric.namespace} ${metric.name}.`);
    return reader(metric, minute);
  };
};

const effectsIn = (fault: Fault | undefined, minute: number): Effects => {
  const isDuring = fault !== undefined && minute >= fault.from && minute < fault.to;
  return isDuring ? { ...NO_EFFECTS, ...fault.effects } : NO_EFFECTS;
};

const simulateMinute = ({ leadsPerDay, fault, probe }: DayOptions, minute: number): Minute => {
  const effects = effectsIn(fault, minute);
  const hour = Math.floor(minute / 60) % 24;
  const leads = ((leadsPerDay / 60) * (HOURS[hour] ?? 0)) / TOTAL;
  const isReached = effects.lost === 0;
  // A hundred bookings of one attorney at once, and somebody who tries addresses at night.
  const burst = minute % DAY === BURST ? 30 : 0;
  const refused = hour === 3 ? 60 : 0;
  const ofCallers =
    countAround(leads * REQUESTS, 1, minute) + (probe === "reaching" ? 1 : 0) + burst + refused;
  const requests = isReached ? ofCallers : 0;
  const failed =
    countAround(requests * ORDINARY.failed, 2, minute) +
    burst +
    countAround(requests * effects.failed, 3, minute);
  return {
    effects,
    viewers: ofCallers,
    blocked: countAround(ofCallers * ORDINARY.blocked, 7, minute) + effects.flood,
    requests,
    failed: effects.failed === 1 ? requests : Math.min(requests, failed),
    slow: Math.min(requests, countAround(requests * (ORDINARY.slow + effects.slow), 4, minute)),
    events: isReached && effects.failed < 1 ? countAround(leads * EVENTS, 5, minute) : 0,
  };
};

type Minute = {
  readonly effects: Effects;
  /** Requests that the firewall lets pass. */
  readonly viewers: number;
  readonly blocked: number;
  /** Requests that reach the API. */
  readonly requests: number;
  readonly failed: number;
  readonly slow: number;
  readonly events: number;
};
type Readers = Readonly<Record<string, (metric: Metric, minute: number) => Samples>>;

const gatewayReaders = (minuteOf: (minute: number) => Minute): Readers => ({
  "AWS/ApiGateway Count": (_, minute) => counted(minuteOf(minute).requests),
  "AWS/ApiGateway 5xx": (_, minute) => counted(minuteOf(minute).failed),
  "AWS/ApiGateway Latency": (_, minute) => {
    const { requests, slow } = minuteOf(minute);
    const samples: Samples = [
      [120, requests - slow],
      [4_000, slow],
    ];
    return samples.filter(([, count]) => count > 0);
  },
});

const cloudFrontReaders = (minuteOf: (minute: number) => Minute): Readers => ({
  "AWS/CloudFront Requests": (_, minute) => counted(minuteOf(minute).viewers),
  "AWS/CloudFront 5xxErrorRate": (_, minute) => {
    const { effects, viewers, requests, failed } = minuteOf(minute);
    const failures = failed + (viewers - requests) + viewers * effects.failedByCloudFront;
    return viewers > 0 ? [[(100 * Math.min(viewers, failures)) / viewers, 1]] : [];
  },
  "AWS/WAFV2 AllowedRequests": (_, minute) => counted(minuteOf(minute).viewers),
  "AWS/WAFV2 BlockedRequests": (_, minute) => counted(minuteOf(minute).blocked),
});

const functionReaders = (minuteOf: (minute: number) => Minute, { fault, probe }: DayOptions): Readers => ({
  "AWS/Lambda Errors": ({ dimensions }, minute) => {
    const { effects, requests, events } = minuteOf(minute);
    if (dimensions.includes("Probe")) return probeErrors(effects, probe);
    const sweeps = sweepErrors(effects);
    if (dimensions.includes("Sweep")) return sweeps;
    const ofDeliveries = effects.areDeliveriesCrashing ? events : 0;
    const crashes = countAround(requests * effects.crashed + ofDeliveries, 6, minute);
    return [[crashes, 1], ...sweeps];
  },
  "AWS/Lambda Invocations": () => [[1, 1]],
  "AWS/Lambda IteratorAge": (_, minute) => {
    const age = ageOfChanges(fault, minute);
    return age > 0 || minuteOf(minute).events > 0 ? [[Math.max(500, age), 1]] : [];
  },
});

/** An answer of 500 and above is one, which the stage's own metrics count. CloudFront serves its cache in any case. */
const probeErrors = ({ lost }: Effects, probe: Probe): Samples => [[probe === "cached" ? 0 : lost, 1]];

/** Lambda counts each invocation in `Errors`, one that succeeds as zero. */
const sweepErrors = ({ areSweepsFailing, areSweepsMissing, crashed, unreadable }: Effects): Samples => {
  const isFailing = areSweepsFailing || crashed === 1 || unreadable > SKIPPED_MAXIMUM;
  return areSweepsMissing ? [] : [[Number(isFailing), 1]];
};

/** The age of the oldest change that is not published, which falls soon after the fault. */
const ageOfChanges = (fault: Fault | undefined, minute: number) => {
  if (!fault?.effects.isPublishingStopped || minute < fault.from) return 0;
  const minutes = minute < fault.to ? minute - fault.from : fault.to - fault.from - 20 * (minute - fault.to);
  return Math.max(0, minutes) * 60_000;
};
