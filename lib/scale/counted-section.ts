import { CALLS, QUEUE_REQUESTS_PER_MESSAGE } from "./assumptions.ts";
import { type Figures, recordOf } from "./figures.ts";
import { countText, quantityText, table } from "./markdown.ts";
import { DRIVERS, PRICES, PRICES_AS_OF } from "./prices.ts";
import { storedRecords } from "./storage.ts";
import { featuresOf, requestCost } from "./work.ts";

export const countedSection = (figures: Figures): string => `## What is counted

Of a lead, with the units of the first call of an instance that finds the key's rate window open:

${table(
  ["call", "a lead", "events", "trips", "read units", "write units"],
  Object.values(CALLS)
    .flat()
    .map((call) => {
      const { roundTrips, readUnits, writeUnits } = requestCost(figures, call);
      return [
        `\`${call.endpoint}\`${call.label && `, ${call.label}`}`,
        ...[call.perLead, call.events, roundTrips, readUnits, writeUnits].map(countText),
      ];
    }),
)}

What follows from them without a caller:

${table(
  ["invocation", "a lead", "trips", "read units", "write units", "assumed ms"],
  featuresOf(figures)
    .flatMap(({ work }) => work)
    .filter(({ isRequest }) => !isRequest)
    .map(({ function: name, perLead, cost, milliseconds }) => [
      `\`${name}\``,
      ...[perLead, cost.roundTrips, cost.readUnits, cost.writeUnits, milliseconds].map(countText),
    ]),
)}

How the code causes the rest:

- **Log**: a request is one line of its function and one of the access log; creating a lead, booking and each attempt add a line that is a metric. An event is a line when
  it is published and one when it is fanned out. Lambda's own lines are off.
- **Stream**: each change is an invocation of its own, which is so until a shard is busy. The bus gets each event once and invokes one function.
- **Queue**: a message is ${QUEUE_REQUESTS_PER_MESSAGE} requests: sent (up to ten together, counted as one each), received and deleted. It also is polled while it is empty.
- **Storage**: indexes hold whole copies; recovery holds none.

${table(
  ["record", "a lead", "bytes", "copies in indexes", "days"],
  storedRecords().map(({ kind, perLead, days }) => {
    const { bytes, indexes } = recordOf(figures, kind);
    return [kind, ...[perLead, bytes, indexes, days].map(countText)];
  }),
)}

Prices of ${PRICES_AS_OF}:

${table(
  ["driver", "price", "always free a month", "page"],
  DRIVERS.map((driver) => {
    const { tiers, per, unit, free, page } = PRICES[driver];
    const [first] = tiers;
    const rest = tiers.length > 1 ? ", less beyond" : "";
    return [driver, `$${first.dollars} for ${quantityText(per, unit)}${rest}`, countText(free), page];
  }),
)}`;
