import { LARGE, PEAK_FACTOR } from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import { hotPartitions } from "./firm-quotas.ts";
import { leadsPerDayAt, loadQuotas, peakOf } from "./load-quotas.ts";
import { countText, limitText, table } from "./markdown.ts";
import { PARTITION, QUOTA_PAGES } from "./quotas.ts";
import { sizeQuotas } from "./sizes.ts";

export const quotaSection = (figures: Figures): string => `## Quotas

Defaults of an account in us-east-1 (${QUOTA_PAGES.join("; ")}). The busiest second is taken as ${PEAK_FACTOR} times the day's mean.

### Those that more leads reach

The first to bind comes first. The third column is the busiest second at ${countText(LARGE.leadsPerDay)} leads a day.

${table(
  ["quota", "limit", "taken", "binds at leads a day", "then"],
  loadQuotas(figures).map((quota) => [
    quota.what,
    countText(quota.limit),
    countText(peakOf(quota, LARGE)),
    limitText(leadsPerDayAt(quota)),
    quota.thenDo,
  ]),
)}

### Those that one firm reaches

A partition of the table or an index serves ${countText(PARTITION.writeUnits)} write and ${countText(PARTITION.readUnits)} read units a second. Ids grow with time, so DynamoDB cannot spread a
partition's newest records. A key's own limit, or its firm's, binds before most of these.

${table(
  ["partition", "binds at", "then"],
  hotPartitions(figures).map(({ partition, perSecond, unit, thenDo }) => [
    partition,
    `${limitText(perSecond)} ${unit} a second`,
    thenDo,
  ]),
)}

### Those that only we reach

${table(
  ["what", "quota", "ours", "then"],
  sizeQuotas(figures).map(({ what, quota, ours, thenDo }) => [what, quota, ours, thenDo]),
)}`;
