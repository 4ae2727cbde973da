import { at, type Fault } from "./simulated-days.ts";

const from = (hour: number, minutes: number, effects: Fault["effects"]): Fault => ({
  from: at(hour),
  to: at(hour) + minutes,
  effects,
});

const OUTAGE = { failed: 1, crashed: 1, isPublishingStopped: true } as const;

/** Days on which people suffer. Each pages once. */
export const HURTING: Readonly<Record<string, Fault>> = {
  "a total outage by day: the functions crash": from(10, 60, OUTAGE),
  "a total outage at night": from(2, 120, OUTAGE),
  "a total outage: Lambda refuses every invocation": from(10, 60, {
    failed: 1,
    areSweepsMissing: true,
    isPublishingStopped: true,
  }),
  "a total outage: no request reaches the API": from(10, 60, { lost: 1 }),
  "a region that is lost": from(10, 60, { isRegionLost: true, lost: 1 }),
  "a slow hour": from(10, 60, { slow: 0.2 }),
  "a bad deployment that fails a tenth of the requests": from(14, 40, { failed: 0.1 }),
  "a bad deployment of webhook deliveries": from(14, 40, { areDeliveriesCrashing: true }),
  "deliveries that wait in the queue": from(10, 60, {
    waitingSeconds: 40 * 60,
    quietWaitingSeconds: 40 * 60,
  }),
  "a bad deployment of publishing": from(14, 40, { isPublishingStopped: true }),
  "a sweep that fails, or finds late work": from(11, 60, { areSweepsFailing: true }),
  "a bad deployment of reminders": from(11, 60, { unreadable: 5 }),
  "a sweep that nothing invokes": from(11, 60, { areSweepsMissing: true }),
  "a table that refuses a tenth of the calls": from(9, 45, { failed: 0.1, slow: 0.1 }),
};

/** Days on which nobody is to be called. */
export const HARMLESS: Readonly<Record<string, Fault | undefined>> = {
  "an ordinary day": undefined,
  "an endpoint of one firm that hangs": from(10, 180, { waitingSeconds: 16 * 60 }),
  "due records that cannot be read": from(1, 23 * 60, { unreadable: 4 }),
};

/** Days of one ticket, by the alarm that opens it. */
export const TICKETS: readonly (readonly [alarm: string, what: string, fault: Fault])[] = [
  [
    "EdgeErrorsAlarm",
    "errors of CloudFront, which the API never sees",
    from(10, 60, { failedByCloudFront: 0.1 }),
  ],
  [
    "ServiceLateDeliveriesAlarm",
    "an endpoint of one firm that is slow and gets more than it takes",
    from(10, 60, { waitingSeconds: 40 * 60 }),
  ],
  ["EdgeFirewallBlocksAlarm", "a flood of one address", from(10, 60, { flood: 20_000 })],
  [
    "BackupsMissingAlarm",
    "a day without a copy",
    { from: at(0), to: at(20), effects: { areCopiesMissing: true } },
  ],
];

/** Dead letters arrive early in the day, and nobody looks. */
export const DEAD_LETTERS: Fault = { ...from(1, 10 * 60, {}), deadLetters: true };
