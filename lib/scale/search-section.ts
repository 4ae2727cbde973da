import type { Figures } from "./figures.ts";
import { countText, dollarText, table } from "./markdown.ts";
import { OTHER_PRICES } from "./prices.ts";
import { engineDollarsPerMonth, walkOf } from "./search.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000];

export const searchSection = (figures: Figures): string => {
  const { searchEngine } = OTHER_PRICES;
  return `## Rare filters over many leads

\`GET /api/leads?q=\` reads leads, newest first, until a page is full. Who looks for what hardly any lead has walks through all of them, request after request:

${table(
  [
    "leads",
    "requests",
    "trips",
    "read units",
    "seconds",
    "cost of a walk",
    "an engine is cheaper from walks a day",
  ],
  SIZES.map((size) => {
    const walk = walkOf(figures, size);
    return [
      countText(size),
      countText(walk.requests),
      countText(walk.roundTrips),
      countText(walk.readUnits),
      countText(walk.seconds),
      dollarText(walk.dollars),
      countText(walk.walksPerDayOfEngine),
    ];
  }),
)}

The smallest search engine (${searchEngine.what}) is ${dollarText(engineDollarsPerMonth)} a month. A walk that a person waits for takes too long before it costs too much: an engine pays where people
search among more than some ten thousand leads of a firm, and for words within texts, which no index of the table serves.

It would be fed as webhooks are: a rule of its own on the bus, a queue and a function that reads the lead by its id and indexes it under the firm's id with its \`sequence\` as external
version, so that repeats and late events change nothing. It is filled from the table once, and an event of an erased lead, which carries empty values, empties it there too.`;
};
