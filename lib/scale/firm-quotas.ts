import { LIMITS } from "../../shared/api/schema/limits.ts";
import { BATCH_LIMITS } from "../../shared/events/append-events.store.ts";
import { CALLS } from "./assumptions.ts";
import { type Figures, figuresOf, recordOf } from "./figures.ts";
import { PARTITION } from "./quotas.ts";
import { sum } from "./sum.ts";
import { KILOBYTE } from "./units.ts";
import { CHANGES_PER_LEAD, EVENTS_PER_LEAD } from "./work.ts";

/** A partition that one firm, key or attorney can make hot. */
export type HotPartition = {
  readonly partition: string;
  /** What the busiest second may hold. */
  readonly perSecond: number;
  readonly unit: string;
  readonly thenDo: string;
};

const transactionalUnits = (bytes: number) => 2 * Math.ceil(bytes / KILOBYTE);

const leadChangesPerLead = sum(CALLS.Leads.filter(({ events }) => events > 0).map(({ perLead }) => perLead));

/** Those of a firm first, the first to bind first. */
export const hotPartitions = (figures: Figures): readonly HotPartition[] => {
  const writesOf = (kind: string) => transactionalUnits(recordOf(figures, kind).bytes);
  const ofFirm = (unitsPerLead: number, limit: number = PARTITION.writeUnits) => ({
    perSecond: limit / unitsPerLead,
    unit: "leads of one firm",
  });
  const fanOut = figuresOf(figures, "fan-out-event", "one webhook subscribes to it").warm;
  return [
    {
      partition: "a firm's webhook deliveries of one endpoint (`FIRM#<firm>#WEBHOOK#<endpoint>`)",
      ...ofFirm(EVENTS_PER_LEAD * writesPerDelivery(figures)),
      thenDo:
        "Nothing is lost: the fan-out is repeated. A firm that sends so much splits its events over endpoints.",
    },
    {
      partition: "a firm's events (`FIRM#<firm>#EVENT`)",
      ...ofFirm(EVENTS_PER_LEAD * writesOf("event")),
      thenDo: "Nothing is lost: the stream repeats. Shards in the key, by the id of the event.",
    },
    {
      partition: "the log of a firm's events (`FIRM#<firm>#EVENTLOG`)",
      ...ofFirm(CHANGES_PER_LEAD * writesOf("batch of the event log")),
      thenDo: `It binds later: a busy shard appends up to ${BATCH_LIMITS.entriesMaximum} events of a firm in one batch.`,
    },
    {
      partition:
        "a firm's leads (`FIRM#<firm>#LEAD`), as if each write were in a transaction; those of the indexes take no more",
      ...ofFirm(leadChangesPerLead * writesOf("lead")),
      thenDo:
        "Callers get 503 and repeat. Lower the firm's limit (`operator firm limit`), or shards in the key, which each list reads.",
    },
    {
      partition: "a firm's settings and webhook endpoints (`FIRM#<firm>`), which every event reads",
      ...ofFirm(EVENTS_PER_LEAD * fanOut.readUnits, PARTITION.readUnits),
      thenDo: "A few seconds' cache of the endpoints in `fan-out-event`.",
    },
    {
      partition: "an attorney's day, full of the shortest consultations (`FIRM#<firm>#DAY#<attorney>`)",
      perSecond: PARTITION.writeUnits / writesOf("full day of an attorney"),
      unit: "bookings of one attorney and day",
      thenDo:
        "Conflicts bind first: bookings of a day are decided one after the other, about ten a second. There is nothing to do.",
    },
    {
      partition: "a key (`KEY#<sha256>`), whose leases hold up to a sixtieth of its requests a minute",
      perSecond: LIMITS.requestsPerMinuteMaximum / 60,
      unit: "requests of one key",
      thenDo: "Its own limit binds first, even if each request had to write.",
    },
  ];
};

/** The fan-out puts a delivery, and the attempt updates it. */
const writesPerDelivery = (figures: Figures) =>
  2 * Math.ceil(recordOf(figures, "webhook delivery").bytes / KILOBYTE);
