import {
  COMPOSITE_ALARMS,
  CUSTOM_METRICS,
  DAYS_PER_MONTH,
  IDLE_POLLS,
  type Load,
  MILLISECONDS,
  QUEUE_REQUESTS_PER_MESSAGE,
} from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import type { Driver } from "./prices.ts";
import { storageOf } from "./storage.ts";
import { sum } from "./sum.ts";
import { GIGABYTE, SECONDS_PER_DAY } from "./units.ts";
import { ATTEMPTS_PER_LEAD, EVENTS_PER_LEAD, type Feature, type Work } from "./work.ts";

export type Usage = Readonly<Partial<Record<Driver, number>>>;

const SECONDS_PER_MONTH = DAYS_PER_MONTH * SECONDS_PER_DAY;

/** A month of one feature's invocations. */
export const usageOfFeature = (figures: Figures, { work }: Feature, load: Load): Usage => {
  const perMonth = load.leadsPerDay * DAYS_PER_MONTH;
  const total = (quantity: (each: Work) => number) =>
    perMonth * sum(work.map((each) => each.perLead * quantity(each)));
  const gigabytesOfMemory = figures.stack.memoryMegabytes / 1024;
  const startMilliseconds = load.startShare * MILLISECONDS.start;
  return {
    "DynamoDB writes": total(({ cost }) => cost.writeUnits),
    "DynamoDB reads": total(({ cost }) => cost.readUnits),
    "Lambda requests": total(() => 1),
    "Lambda time": (gigabytesOfMemory / 1_000) * total((each) => each.milliseconds + startMilliseconds),
    "HTTP API": total(({ isRequest }) => (isRequest ? 1 : 0)),
    "CloudWatch Logs": total(({ logBytes }) => logBytes) / GIGABYTE,
    "Data transfer out": total(({ bytesOut }) => bytesOut) / GIGABYTE,
  };
};

/** What a feature takes beside its invocations. */
export const usageBeside = (figures: Figures, load: Load): Readonly<Record<string, Usage>> => {
  const leads = load.leadsPerDay * DAYS_PER_MONTH;
  const idleReceives = (IDLE_POLLS.connections * SECONDS_PER_MONTH) / IDLE_POLLS.seconds;
  const sweeps = SECONDS_PER_MONTH / 60;
  const { idleSweep } = figures;
  return {
    "Event log and bus": { EventBridge: leads * EVENTS_PER_LEAD },
    Webhooks: {
      SQS: leads * ATTEMPTS_PER_LEAD * QUEUE_REQUESTS_PER_MESSAGE + idleReceives,
      "DynamoDB reads": sweeps * idleSweep.readUnits,
      "Lambda requests": sweeps,
    },
    Storage: storageOf(figures, load),
    "Watching the service": {
      "CloudWatch alarms": figures.stack.alarmMetrics,
      "CloudWatch composite alarms": COMPOSITE_ALARMS,
      "CloudWatch metrics": CUSTOM_METRICS,
      "CloudWatch dashboard": 1,
    },
  };
};
