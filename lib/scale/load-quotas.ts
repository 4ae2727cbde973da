import { DUE_SHARDS } from "../../shared/webhooks/due-index.store.ts";
import { type Load, PEAK_FACTOR } from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import { countText } from "./markdown.ts";
import { PARTITION, QUOTAS } from "./quotas.ts";
import { sum } from "./sum.ts";
import { SECONDS_PER_DAY } from "./units.ts";
import { ATTEMPTS_PER_LEAD, EVENTS_PER_LEAD, featuresOf, REQUESTS_PER_LEAD, type Work } from "./work.ts";

/** A quota that more leads reach. */
export type LoadQuota = {
  readonly what: string;
  readonly limit: number;
  /** How much of it one lead a second takes. */
  readonly perLead: number;
  readonly thenDo: string;
};

/** How much of the quota the busiest second takes. */
export const peakOf = ({ perLead }: Pick<LoadQuota, "perLead">, { leadsPerDay }: Pick<Load, "leadsPerDay">) =>
  (perLead * leadsPerDay * PEAK_FACTOR) / SECONDS_PER_DAY;

/** The leads a day whose busiest second takes all of it. */
export const leadsPerDayAt = ({ limit, perLead }: Pick<LoadQuota, "limit" | "perLead">) =>
  (limit / perLead / PEAK_FACTOR) * SECONDS_PER_DAY;

export const ATTEMPTS_AT_ONCE = "Attempts of deliveries at once (ours: `lib/constructs/webhook-delivery.ts`)";

/** Instances that are busy for each lead a second. */
const concurrency = (work: readonly Work[]) =>
  sum(work.map(({ perLead, milliseconds }) => (perLead * milliseconds) / 1_000));

/** A delivery enters the index of what is due before each attempt, and leaves it after it. */
const DUE_WRITES_PER_ATTEMPT = 2;

/** The quotas of the whole stage, the first to bind first. */
export const loadQuotas = (figures: Figures): readonly LoadQuota[] => {
  const { stack } = figures;
  const work = featuresOf(figures).flatMap((feature) => feature.work);
  const of = (name: string) => work.filter((each) => each.function === name);
  const unreserved = work.filter((each) => !RESERVED.includes(each.function));
  const units = (kind: "readUnits" | "writeUnits") =>
    sum(work.map(({ perLead, cost }) => perLead * cost[kind]));
  const quotas: LoadQuota[] = [
    {
      what: "Requests a second of the stage (ours: `THROTTLE` in `lib/constructs/intake-api.ts`)",
      limit: stack.throttle.requestsPerSecond,
      perLead: REQUESTS_PER_LEAD,
      thenDo: "Raise it; a flood then costs as much more.",
    },
    {
      what: "Requests a second of API Gateway, account and region",
      limit: QUOTAS.gatewayRequestsPerSecond,
      perLead: REQUESTS_PER_LEAD,
      thenDo: "Ask for more (Service Quotas).",
    },
    {
      what: `Lambda concurrency of account and region, ${countText(QUOTAS.lambdaConcurrency)}, less ${stack.reservedConcurrency} reserved`,
      limit: QUOTAS.lambdaConcurrency - stack.reservedConcurrency,
      perLead: concurrency(unreserved),
      thenDo: "Ask for more (Service Quotas), and tell the alarm by `concurrencyQuota` in `lib/stages.ts`.",
    },
    {
      what: ATTEMPTS_AT_ONCE,
      limit: stack.deliveryConcurrency,
      perLead: concurrency(of("deliver-webhook")),
      thenDo:
        "Nothing is lost, only late. Raise `CONCURRENCY`, at most to the 1,000 of an event source, and the account's quota by as much.",
    },
    {
      what: "Instances that publish, one a shard (ours: `lib/constructs/event-publishing.ts`)",
      limit: stack.reservedConcurrency - stack.deliveryConcurrency,
      perLead: concurrency(of("publish-events")),
      thenDo: "It binds later, since a busy shard fills batches. Then raise `CONCURRENCY`.",
    },
    {
      what: "Write units a second that a new table takes at once, as if none were an index's",
      limit: QUOTAS.newTableWriteUnits,
      perLead: units("writeUnits"),
      thenDo:
        "Nothing, if the load grows: the table takes twice its last peak. Each index has as much of its own, also one that is added later to a busy table, whose writes it then throttles: `--warm-throughput` before that, and before a jump ([runbook](runbooks.md#throttled-table)).",
    },
    {
      what: "Write units a second of a table on demand, with its indexes",
      limit: QUOTAS.tableUnits,
      perLead: units("writeUnits"),
      thenDo: "Ask for more (Service Quotas).",
    },
    {
      what: "Read units a second of a table on demand",
      limit: QUOTAS.tableUnits,
      perLead: units("readUnits"),
      thenDo: "Ask for more (Service Quotas).",
    },
    {
      what: `Write units a second of the index \`byDue\`: ${DUE_SHARDS.length} partitions`,
      limit: DUE_SHARDS.length * PARTITION.writeUnits,
      perLead: ATTEMPTS_PER_LEAD * DUE_WRITES_PER_ATTEMPT,
      thenDo: "More shards (`shared/webhooks/due-index.store.ts`); the sweep queries each once a minute.",
    },
    {
      what: "Events put on the bus a second",
      limit: QUOTAS.busEventsPerSecond,
      perLead: EVENTS_PER_LEAD,
      thenDo: "Ask for more; until then events wait in the stream, up to 24 hours.",
    },
    {
      what: "Invocations of the bus's targets a second",
      limit: QUOTAS.busInvocationsPerSecond,
      perLead: EVENTS_PER_LEAD,
      thenDo: "Ask for more; until then the bus invokes later.",
    },
  ];
  return quotas.sort((a, b) => leadsPerDayAt(a) - leadsPerDayAt(b));
};

const RESERVED = ["deliver-webhook", "publish-events"];
