import { millisecondsInHour } from "date-fns/constants";
import { readingInterval } from "../../../shared/calendars/feed-schedule.rules.ts";
import figures from "../../../test/bench/figures.json" with { type: "json" };
import { LOG_BYTES, sum, work } from "./load.ts";

const { "fetch-feed": readings, "sweep-deliveries": sweeps } = figures.calls;

/** Assumed: a firm has these feeds, of 200 events each, and 100 leads a day. */
const FEEDS_OF_FIRM = 2;
const LEADS_OF_FIRM = 100;

/** Assumed: the hours of a day at which a calendar is found changed. At midnight UTC, another day comes into view. */
const CHANGED_AT_HOURS = [0, 9, 11, 13, 16];
const HOURS_OF_DAY = 24;

/** Assumed: the time to download a calendar and to read it, with 512 MB. No server says that nothing has changed. */
const CALENDAR_MILLISECONDS = 700;

/** Returns the number of readings until a calendar changes, by the service's own rule. */
const readingsWithin = (hours: number) => {
  const end = 1 + hours * millisecondsInHour;
  let count = 0;
  for (let at = 1; at < end; at += readingInterval({ readAtMilliseconds: 1 }, at)) count += 1;
  return count;
};

/** The readings of a calendar in a day. */
export const READINGS = sum(
  CHANGED_AT_HOURS.map((hour, index) => readingsWithin((CHANGED_AT_HOURS[index + 1] ?? HOURS_OF_DAY) - hour)),
);

const reading = (cost: (typeof sweeps)["nothing due"]["warm"]) => work(1, cost, 0, CALENDAR_MILLISECONDS);
const changed = reading(readings["200 events, a time of one day changed"].warm);
const unchanged = reading(readings["200 events, other bytes of the same meaning"].warm);
/** The additional work of the sweep for each reading. */
const taken = (quantity: "readUnits" | "writeUnits") =>
  (sweeps["25 feeds due"].warm[quantity] - sweeps["nothing due"].warm[quantity]) / 25;
/** Every hour, a reading is also noted for the attorney: a transaction of two items, after a read. */
const HOURLY = { readUnits: 1, writeUnits: 3 };

/** Returns what the readings of a calendar take in a day. */
const ofDay = (quantity: "readUnits" | "writeUnits" | "seconds") => {
  const changes = CHANGED_AT_HOURS.length;
  const read = changes * changed[quantity] + (READINGS - changes) * unchanged[quantity];
  return quantity === "seconds" ? read : read + READINGS * taken(quantity) + HOURS_OF_DAY * HOURLY[quantity];
};

/** Returns the quantities of a day with so many leads that feeds add, by the names of their prices. */
export const feedQuantities = (leadsPerDay: number): Readonly<Record<string, number>> => {
  const feeds = (FEEDS_OF_FIRM * leadsPerDay) / LEADS_OF_FIRM;
  return {
    "DynamoDB writes": feeds * ofDay("writeUnits"),
    "DynamoDB reads": feeds * ofDay("readUnits"),
    "Lambda requests": feeds * READINGS,
    "Lambda time": (feeds * ofDay("seconds") * figures.stack.memoryMegabytes) / 1024,
    // A message is sent, received and deleted, in a fair queue.
    "SQS requests": 3 * feeds * READINGS,
    "CloudWatch Logs": (feeds * READINGS * LOG_BYTES) / 2 ** 30,
  };
};
