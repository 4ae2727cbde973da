import { DUE_SHARDS } from "../../../shared/table/due-index.ts";
import figures from "../../../test/bench/figures.json" with { type: "json" };
import { DEFAULT_QUOTA, RESERVING_QUOTA, UNRESERVED_MINIMUM } from "../../stacks/concurrency-quota.ts";
import { DELIVERY, EVENTS, PUBLISHING, perLead, REQUESTS, sum } from "./load.ts";
import { countText, table } from "./markdown.ts";

/** Assumed: the ratio of the busiest second to the mean of the day. */
const PEAK_FACTOR = 5;
/** The busiest second of a million leads a day. */
const LEADS_PER_SECOND = (PEAK_FACTOR * 1_000_000) / 86_400;

const { throttle, reservedConcurrency, deliveryConcurrency } = figures.stack;
const writes = perLead("writeUnits");
/** Concurrent instances for one lead a second. */
const delivering = DELIVERY.perLead * DELIVERY.seconds;
const publishing = sum(PUBLISHING.map((each) => each.perLead * each.seconds));
const others = perLead("seconds") - delivering - publishing;

/** Each limit with the amount that one lead a second takes. */
export const LIMITS: readonly (readonly [limit: string, most: number, perLead: number])[] = [
  ["write units a second of a new table", 4_000, writes],
  ["write units a second of a table", 40_000, writes],
  ["write units a second of the index `byDue`", 1_000 * DUE_SHARDS.length, 2 * EVENTS],
  ["requests a second of the stage", throttle.requestsPerSecond, REQUESTS],
  ["instances that deliver", deliveryConcurrency, delivering],
  ["instances that publish", reservedConcurrency - deliveryConcurrency, publishing],
  ["all other instances", DEFAULT_QUOTA - RESERVING_QUOTA + UNRESERVED_MINIMUM, others],
  ["events a second of the bus", 10_000, EVENTS],
];

/** Marks amounts beyond a limit in bold. */
export const limitTable = () =>
  table(
    ["limit", "at most", "1 M leads a day", "10 M", "100 M"],
    LIMITS.map(([limit, most, each]) => {
      const taken = [1, 10, 100].map((times) => times * LEADS_PER_SECOND * each);
      const texts = taken.map((count) => (count > most ? `**${countText(count)}**` : countText(count)));
      return [limit, countText(most), ...texts];
    }),
  );
