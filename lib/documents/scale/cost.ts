import figures from "../../../test/bench/figures.json" with { type: "json" };
import { feedQuantities } from "./feeds.ts";
import { gateQuantities } from "./gate.ts";
import { byteMonths, EVENTS, LOG_BYTES, perLead, REQUESTS, sum, WORK } from "./load.ts";
import { countText, dollarText, table } from "./markdown.ts";

type Price = Readonly<{ dollars: number; per: number; free?: number }>;

const MILLION = 1_000_000;
export const WRITE_UNIT_DOLLARS = 0.625 / MILLION;
const GIGABYTE = 2 ** 30;
const DAYS_PER_MONTH = 30;

/** Leads a day of about 10, 1,000 and 10,000 firms. */
export const LOADS = [1_000, 100_000, MILLION];

const invocations = sum(WORK.map((each) => each.perLead));
const time = (figures.stack.memoryMegabytes / 1024) * perLead("seconds");
const stored = byteMonths((indexes) => 1 + indexes) / GIGABYTE;
const recoverable = byteMonths(() => 1) / GIGABYTE;
const logged = (LOG_BYTES * invocations) / GIGABYTE;
const sent = perLead("bytesOut") / GIGABYTE;

/**
 * The quantities of a lead, at list prices of us-east-1 in June 2026, first tier. `free` applies to an account and
 * month.
 */
const DRIVERS: readonly (Price & Readonly<{ name: string; perLead: number }>)[] = [
  { name: "DynamoDB writes", perLead: perLead("writeUnits"), dollars: 0.625, per: MILLION },
  { name: "DynamoDB reads", perLead: perLead("readUnits"), dollars: 0.125, per: MILLION },
  { name: "DynamoDB storage", perLead: stored, dollars: 0.25, per: 1, free: 25 },
  { name: "DynamoDB recovery", perLead: recoverable, dollars: 0.2, per: 1 },
  { name: "Lambda requests", perLead: invocations, dollars: 0.2, per: MILLION, free: MILLION },
  { name: "Lambda time", perLead: time, dollars: 13.33, per: MILLION, free: 400_000 },
  { name: "HTTP API requests", perLead: REQUESTS, dollars: 1, per: MILLION },
  { name: "EventBridge events", perLead: EVENTS, dollars: 1, per: MILLION },
  // A message is sent, received and deleted, in a fair queue.
  { name: "SQS requests", perLead: 3 * EVENTS, dollars: 0.5, per: MILLION, free: MILLION },
  { name: "CloudWatch Logs", perLead: logged, dollars: 0.5, per: 1, free: 5 },
  { name: "Data transfer out", perLead: sent, dollars: 0.09, per: 1, free: 100 },
];

export const dollarsOf = ({ dollars, per, free = 0 }: Price, quantity: number) =>
  (dollars * Math.max(0, quantity - free)) / per;

const driverDollars = (driver: (typeof DRIVERS)[number], leadsPerDay: number, more = 0) =>
  dollarsOf(driver, DAYS_PER_MONTH * (leadsPerDay * driver.perLead + more));

/** @param more further quantities of a day, by the names of their prices */
export const monthlyDollars = (leadsPerDay: number, more: Readonly<Record<string, number>> = {}) =>
  sum(DRIVERS.map((driver) => driverDollars(driver, leadsPerDay, more[driver.name])));

/** Returns what a month with further quantities of a day costs more. */
const addedDollars = (quantities: typeof feedQuantities) => (leadsPerDay: number) =>
  monthlyDollars(leadsPerDay, quantities(leadsPerDay)) - monthlyDollars(leadsPerDay);

export const feedDollars = addedDollars(feedQuantities);

/** The quantities that one request of the API uses. */
type Request = {
  readonly seconds: number;
  readonly bytesOut: number;
  readonly readUnits?: number;
  readonly writeUnits?: number;
};

/** Returns the cost of a request, without any free tier. */
export const requestDollars = ({ seconds, bytesOut, readUnits = 0, writeUnits = 0 }: Request) => {
  const quantities: Readonly<Record<string, number>> = {
    "DynamoDB writes": writeUnits,
    "DynamoDB reads": readUnits,
    "HTTP API requests": 1,
    "Lambda requests": 1,
    "Lambda time": (seconds * figures.stack.memoryMegabytes) / 1024,
    "CloudWatch Logs": LOG_BYTES / GIGABYTE,
    "Data transfer out": bytesOut / GIGABYTE,
  };
  return sum(DRIVERS.map((driver) => dollarsOf({ ...driver, free: 0 }, quantities[driver.name] ?? 0)));
};

/** Returns the cost of an hour of requests at a constant rate, each with an answer of that size. */
export const floodDollarsPerHour = (requestsPerSecond: number, answerBytes: number) =>
  // Assumed: 30 milliseconds.
  3_600 * requestsPerSecond * requestDollars({ seconds: 0.03, bytesOut: answerBytes });

/** The prices of requests of CloudFront and of its firewall. */
const EDGE: readonly Price[] = [
  { dollars: 1, per: MILLION, free: 10 * MILLION },
  { dollars: 0.6, per: MILLION },
];
export const EDGE_DOLLARS_PER_MILLION = sum(EDGE.map(({ dollars }) => dollars));

/** Returns what the requests cost in front of the API. */
export const edgeDollars = (leadsPerDay: number) =>
  sum(EDGE.map((price) => dollarsOf(price, DAYS_PER_MONTH * leadsPerDay * REQUESTS)));

/**
 * Returns the cost of an hour of requests that CloudFront answers from its cache, at the prices of its cheapest places:
 * its requests, those of its firewall, and its traffic.
 */
export const cachedDollarsPerHour = (requestsPerSecond: number, answerBytes: number) =>
  3_600 * requestsPerSecond * (EDGE_DOLLARS_PER_MILLION / MILLION + (0.085 * answerBytes) / GIGABYTE);

const byLoad = (dollars: (leadsPerDay: number) => number) => LOADS.map((load) => dollarText(dollars(load)));

/** Returns a cost beside the sum, and its share of that. */
const besideSum = (dollarsFor: (leadsPerDay: number) => number) =>
  LOADS.map((load) => {
    const dollars = dollarsFor(load);
    return `${dollarText(dollars)} (${((100 * dollars) / monthlyDollars(load)).toFixed()} %)`;
  });

export const costTable = () =>
  table(
    ["a month of", ...LOADS.map((load) => `${countText(load)} leads a day`)],
    [
      ...DRIVERS.map((driver) => [driver.name, ...byLoad((load) => driverDollars(driver, load))]),
      ["**all**", ...byLoad(monthlyDollars)],
      ["two feeds of each firm", ...besideSum(feedDollars)],
      ["a conflict gate of each firm", ...besideSum(addedDollars(gateQuantities))],
      ["CloudFront and firewall, of `prod`", ...besideSum(edgeDollars)],
    ],
  );
