import { type CallFigures, type Figures, figuresOf, type Ratio } from "./figures.ts";
import { countText, table } from "./markdown.ts";

/** Where `npm run scale` writes it. */
export const PERFORMANCE_FILE = "docs/performance.md";

type Row = {
  readonly what: string;
  readonly endpoint: string;
  readonly label: string;
};

/** Requests, with the round trips of the closest public service of this kind, counted in its code; null where it has none. */
const REQUESTS: readonly (Row & { readonly peerTrips: number | null })[] = [
  { what: "create a lead", endpoint: "create-lead", label: "", peerTrips: 5 },
  {
    what: "create a lead with an Idempotency-Key",
    endpoint: "create-lead",
    label: "with an Idempotency-Key",
    peerTrips: 5,
  },
  { what: "get a lead", endpoint: "get-lead", label: "", peerTrips: 3 },
  { what: "list 50 leads", endpoint: "list-leads", label: "page of 50 of 1,000 leads", peerTrips: 3 },
  { what: "change a lead", endpoint: "update-lead", label: "a field", peerTrips: 4 },
  { what: "archive a lead", endpoint: "archive-lead", label: "", peerTrips: 4 },
  { what: "book a consultation", endpoint: "book-consultation", label: "", peerTrips: 2 },
  { what: "cancel a consultation", endpoint: "update-consultation", label: "cancel", peerTrips: null },
  { what: "a delivery to a source", endpoint: "create-lead", label: "a delivery", peerTrips: 8 },
  { what: "a duplicate of one", endpoint: "create-lead", label: "a duplicate delivery", peerTrips: 7 },
];

/** What grows with a firm's data. */
const GROWING: readonly Row[] = [
  { what: "book on an empty day", endpoint: "book-consultation", label: "" },
  { what: "book on a day of 15", endpoint: "book-consultation", label: "on a day of 15" },
  { what: "book on a day of 50", endpoint: "book-consultation", label: "on a day of 50" },
  { what: "book on a day of 200", endpoint: "book-consultation", label: "on a day of 200" },
  { what: "list 50 of 100,000 leads", endpoint: "list-leads", label: "page of 50 of 100,000 leads" },
  {
    what: "a page of a rare name's search among 100,000 leads",
    endpoint: "list-leads",
    label: "rare name among 100,000 leads",
  },
  { what: "31 days of availability", endpoint: "get-availability", label: "31 days" },
  {
    what: "fan-out of an event of 10 KB to 50 endpoints",
    endpoint: "fan-out-event",
    label: "10 KB, 50 webhooks subscribe to it",
  },
  {
    what: "a page of 50 deliveries of events of 60 KB",
    endpoint: "list-webhook-deliveries",
    label: "page of 50 events of 60 KB",
  },
  {
    what: "holidays of a firm with 500 members",
    endpoint: "update-firm",
    label: "holidays, with 500 members",
  },
];

/** The text of `docs/performance.md`. */
export const performanceDocument = (figures: Figures): string => `# Performance

Written by \`npm run scale\` from what \`npm run bench\` measures (\`test/bench/figures.json\`); edit \`lib/scale/performance.ts\`, not this.
Calls of the database are counted on the wire, by the bundles that are deployed. The bench fails where a count or a ratio passes its maximum.

## Round trips

In a row: calls made at once count as one. *Warm*: the instance has a lease on the key and the firm's settings. *Quiet*: both have expired, which is how nearly every request
of a small firm finds an instance that knows its key. *First*: a new instance, which checks the key before it reads. The peer is the closest public service of this kind.

${table(
  ["request", "first", "quiet", "warm", "at most", "peer"],
  REQUESTS.map(({ what, endpoint, label, peerTrips }) => {
    const call = figuresOf(figures, endpoint, label);
    return [what, ...tripCells(call), peerTrips === null ? "" : countText(peerTrips)];
  }),
)}

## What grows with the data

Units are those of a warm call, read and written.

${table(
  ["request", "trips", "at most", "read units", "write units", "at most"],
  GROWING.map(({ what, endpoint, label }) => {
    const { warm, maxRoundTrips, maxWriteUnits } = figuresOf(figures, endpoint, label);
    const counts = [warm.roundTrips, maxRoundTrips.warm, warm.readUnits, warm.writeUnits];
    return [what, ...counts.map(countText), maxWriteUnits === undefined ? "" : countText(maxWriteUnits)];
  }),
)}

## Processor time

As a ratio to a handler that only makes the same calls in the same trips with the same clients: load and first request of a new process on the Lambda runtime's Node, and a
request after 100 others. Medians of runs in turns (\`npm run bench -- --processor\`). Goals that are not reached are goals still.

${table(
  ["function", "load and first request", "at most", "goal", "later request", "at most", "goal"],
  Object.entries(figures.processor).map(([name, { loadAndFirst, warm }]) => [
    `\`${name}\``,
    ...ratioCells(loadAndFirst),
    ...ratioCells(warm),
  ]),
)}

## The local service

Requests a second of \`npm start\`, as a ratio to a server that makes the same calls of the same DynamoDB Local (\`npm run bench -- --local\`).
[CONTRIBUTING](../CONTRIBUTING.md#the-local-service) says what bounds it.

${table(
  ["request", "connections", "ratio", "at least"],
  figures.throughput.map(({ name, connections, ratio, minRatio }) => [
    name,
    countText(connections),
    ratio.toFixed(2),
    minRatio.toFixed(2),
  ]),
)}
`;

const tripCells = ({ cold, quiet, warm, maxRoundTrips }: CallFigures) => [
  countText(cold.roundTrips),
  quiet === undefined ? "" : countText(quiet.roundTrips),
  countText(warm.roundTrips),
  `${maxRoundTrips.cold}, ${maxRoundTrips.quiet} and ${maxRoundTrips.warm}`,
];

const ratioCells = (ratio: Ratio | null) =>
  ratio === null
    ? ["", "", ""]
    : [ratio.measured, ratio.maximum, ratio.goal].map((value) => value.toFixed(2));
