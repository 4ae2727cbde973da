import { LIMITS } from "../../shared/api/schema/limits.ts";
import { RESPONSE_BYTES } from "../../shared/consultations/slot-consultations.store.ts";
import { BATCH_LIMITS } from "../../shared/events/append-events.store.ts";
import { PAGE_BYTES_MAXIMUM } from "../../shared/table/list-newest-first.ts";
import { LARGE } from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import { peakOf } from "./load-quotas.ts";
import { countText } from "./markdown.ts";
import { QUOTAS } from "./quotas.ts";
import { sum } from "./sum.ts";
import { KILOBYTE, MEGABYTE } from "./units.ts";
import { featuresOf } from "./work.ts";

/** A quota on the size or number of something, which no load reaches. */
export type SizeQuota = {
  readonly what: string;
  readonly quota: string;
  readonly ours: string;
  readonly thenDo: string;
};

/** Beside its events, a batch of the log writes its number and, in an empty log, the start and a check of it. */
const LOG_WRITES = 3;

/** A request has a line of the access log beside the function's. */
const peakLines = (figures: Figures) => {
  const work = featuresOf(figures).flatMap((feature) => feature.work);
  return peakOf({ perLead: sum(work.map(({ perLead, isRequest }) => perLead * (isRequest ? 2 : 1))) }, LARGE);
};

export const sizeQuotas = (figures: Figures): readonly SizeQuota[] => {
  const { stack } = figures;
  return [
    {
      what: "Resources of a stack",
      quota: countText(QUOTAS.stackResources),
      ours: countText(stack.resources),
      thenDo: "The largest of our templates counts: the endpoints of each noun have one of their own.",
    },
    {
      what: "Routes of an HTTP API",
      quota: countText(QUOTAS.routes),
      ours: countText(stack.routes),
      thenDo: "Ask for more.",
    },
    {
      what: "Integrations of an HTTP API",
      quota: countText(QUOTAS.integrations),
      ours: countText(stack.integrations),
      thenDo: "A second API behind the same domain. Resources bind first.",
    },
    {
      what: "Time of an integration",
      quota: `${QUOTAS.integrationSeconds} s`,
      ours: `${stack.timeoutSeconds} s`,
      thenDo: "A function answers 503 a second before its own end.",
    },
    {
      what: "Payload of Lambda, and of API Gateway",
      quota: `${QUOTAS.lambdaPayloadMegabytes} MB, ${QUOTAS.gatewayPayloadMegabytes} MB`,
      ours: `requests of ${LIMITS.bodyBytes / KILOBYTE} KB; lists of ${PAGE_BYTES_MAXIMUM / MEGABYTE} MB and calendars of ${RESPONSE_BYTES / MEGABYTE} MB at most`,
      thenDo: "A list gets shorter pages, a calendar 422.",
    },
    {
      what: "Item of a table",
      quota: `${QUOTAS.itemKilobytes} KB`,
      ours: `a delivery's body is cut at ${LIMITS.deliveryBodyBytes / KILOBYTE} KB; all else is smaller`,
      thenDo: "Limits of the contract hold before (`shared/api/schema/limits.ts`).",
    },
    {
      what: "Transaction",
      quota: `${QUOTAS.transactionActions} items, ${QUOTAS.transactionMegabytes} MB`,
      ours: `${BATCH_LIMITS.entriesMaximum + LOG_WRITES} items, ${BATCH_LIMITS.bytesMaximum / MEGABYTE} MB of events: a batch of the log`,
      thenDo: "Longer batches are split.",
    },
    {
      what: "Indexes of a table",
      quota: countText(QUOTAS.tableIndexes),
      ours: countText(stack.indexes),
      thenDo: "An index serves several kinds of records, by keys of its own.",
    },
    {
      what: "Instances that a function may start in ten seconds",
      quota: countText(QUOTAS.lambdaStartsPerTenSeconds),
      ours: `${countText(stack.throttle.burst)} requests at once, which the stage lets in`,
      thenDo: "The concurrency quota binds as early.",
    },
    {
      what: "Concurrency of an event source of a queue",
      quota: countText(QUOTAS.eventSourceConcurrency),
      ours: countText(stack.deliveryConcurrency),
      thenDo: "A second queue, chosen by the endpoint's id.",
    },
    {
      what: "Calls a second that write log lines, account and region",
      quota: countText(QUOTAS.logCallsPerSecond),
      ours: `${countText(peakLines(figures))} lines in the busiest second at ${countText(LARGE.leadsPerDay)} leads a day, many in a call`,
      thenDo: "Ask for more. A log group has no quota of its own.",
    },
    {
      what: "Messages of a queue in flight",
      quota: countText(QUOTAS.queueMessagesInFlight),
      ours: `${countText(stack.deliveryConcurrency)}, the attempts at once`,
      thenDo: "Never binds. What waits or is delayed is not in flight.",
    },
    {
      what: "Readers of a shard of the stream, and its memory",
      quota: `${QUOTAS.streamReadersPerShard}; 24 hours`,
      ours: "1; `EventsLateAlarm` rings after 5 minutes",
      thenDo: "Other subscribers use the bus. What is older than 23 hours is kept in `DiscardedChanges`.",
    },
    {
      what: "Metrics in a graph of a dashboard",
      quota: countText(QUOTAS.metricsPerGraph),
      ours: `${countText(stack.functions)}, one for each function`,
      thenDo: "A graph for each folder of `functions/`.",
    },
  ];
};
