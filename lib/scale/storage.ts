import {
  type AssumedCall,
  CALLS,
  DAYS_PER_MONTH,
  DELIVERIES_PER_LEAD,
  type Load,
  MONTHS_OF_DATA,
} from "./assumptions.ts";
import { type Figures, recordOf } from "./figures.ts";
import { sum } from "./sum.ts";
import { GIGABYTE } from "./units.ts";
import { CHANGES_PER_LEAD, EVENTS_PER_LEAD } from "./work.ts";

const callsPerLead = (isCounted: (call: AssumedCall) => boolean) =>
  sum(
    Object.values(CALLS)
      .flat()
      .filter(isCounted)
      .map(({ perLead }) => perLead),
  );

/** Of each kind of record: how many are made for a lead, and for how many days they are kept. */
export const storedRecords = () => {
  const [always, month] = [MONTHS_OF_DATA * DAYS_PER_MONTH, 30];
  const created = (endpoint: string) => callsPerLead((call) => call.endpoint === endpoint && call.events > 0);
  const newExternalIds = callsPerLead(({ isDelivery, events }) => isDelivery === true && events > 0);
  return [
    { kind: "lead", perLead: created("create-lead"), days: always },
    { kind: "consultation", perLead: created("book-consultation"), days: always },
    { kind: "deduplication record", perLead: newExternalIds, days: always },
    { kind: "inbound delivery", perLead: callsPerLead(({ isDelivery }) => isDelivery === true), days: month },
    { kind: "event", perLead: EVENTS_PER_LEAD, days: month },
    { kind: "batch of the event log", perLead: CHANGES_PER_LEAD, days: month },
    { kind: "webhook delivery", perLead: DELIVERIES_PER_LEAD, days: month },
  ];
};

/** What DynamoDB adds to each item, and to each entry of an index. */
const ITEM_OVERHEAD_BYTES = 100;

/** What a month's end finds in the table. */
export const storageOf = (figures: Figures, { leadsPerDay }: Load) => {
  const bytes = (copies: (indexes: number) => number) =>
    sum(
      storedRecords().map(({ kind, perLead, days }) => {
        const record = recordOf(figures, kind);
        const size = record.bytes + ITEM_OVERHEAD_BYTES;
        return leadsPerDay * perLead * days * size * copies(record.indexes);
      }),
    );
  return {
    "DynamoDB storage": bytes((indexes) => 1 + indexes) / GIGABYTE,
    "DynamoDB point-in-time recovery": bytes(() => 1) / GIGABYTE,
  };
};
