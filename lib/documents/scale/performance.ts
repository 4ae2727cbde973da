import figures from "../../../test/bench/figures.json" with { type: "json" };
import { countText, table } from "./markdown.ts";

const { calls, processor, hostile } = figures;
type Call = Omit<(typeof calls)["create-lead"][""], "quiet"> & {
  /** Absent for consumers. */
  readonly quiet?: typeof figures.idleSweep;
};

const CALLS: readonly (readonly [what: string, call: Call])[] = [
  ["create a lead", calls["create-lead"][""]],
  ["create a lead that takes a turn", calls["create-lead"]["with a turn"]],
  ["get a lead", calls["get-lead"][""]],
  ["list 50 of 100,000 leads", calls["list-leads"]["page of 50 of 100,000 leads"]],
  ["change a lead", calls["update-lead"]["a field"]],
  ["find a caller among 100,000 leads", calls["look-up-leads"]["nobody among 100,000 leads"]],
  ["a delivery to a source", calls["create-lead"]["a delivery"]],
  ["31 days of availability", calls["get-availability"]["31 days"]],
  ["book on an empty day", calls["book-consultation"][""]],
  ["book on a day of 200", calls["book-consultation"]["on a day of 200"]],
  ["push 31 days of 16", calls["push-busy-times"]["31 days of 16 times"]],
  ["poll a calendar of 120 consultations", calls["get-calendar-feed"]["120 consultations"]],
  ["open a link", calls["get-link"]["to book"]],
  ["book by a link", calls["book-by-link"][""]],
  [
    "check a lead among 100,000 leads and as many entries",
    calls["create-conflict-check"]["among 100,000 leads and as many entries"],
  ],
  ["publish a new lead", calls["publish-events"]["a new lead"]],
  ["a sweep with nothing due", calls["sweep-deliveries"]["nothing due"]],
  ["a sweep with 25 reminders due", calls["sweep-deliveries"]["25 reminders due"]],
  ["read a feed of 200 events, unchanged", calls["fetch-feed"]["200 events, unchanged by its validators"]],
  ["the same, with a time changed", calls["fetch-feed"]["200 events, a time of one day changed"]],
  ["fan-out to 50 endpoints", calls["fan-out-event"]["10 KB, 50 webhooks subscribe to it"]],
];

export const tripTable = () =>
  table(
    ["request", "first", "quiet", "warm", "read units", "write units"],
    CALLS.map(([what, { cold, quiet, warm }]) => {
      const trips = [cold, quiet, warm].map((cost) => String(cost?.roundTrips ?? ""));
      return [what, ...trips, ...[warm.readUnits, warm.writeUnits].map(countText)];
    }),
  );

const ratioTexts = (ratio: (typeof processor)["create-lead"]["loadAndFirst"] | null) =>
  ratio === null ? ["", "", ""] : [ratio.measured, ratio.maximum, ratio.goal].map((each) => each.toFixed(2));

export const processorTable = () =>
  table(
    ["function", "load and first request", "at most", "goal", "later request", "at most", "goal"],
    Object.entries(processor).map(([name, ratios]) => {
      return [`\`${name}\``, ...ratioTexts(ratios.loadAndFirst), ...ratioTexts(ratios.warm)];
    }),
  );

const DEAREST = 3;

export const hostileTable = () =>
  table(
    ["hostile requests", "count", "the dearest", "processor time", "at most"],
    Object.entries(hostile)
      .sort(([, one], [, other]) => other.measured - one.measured)
      .slice(0, DEAREST)
      .map(([name, { count, worst, measured, maximum }]) => [
        name,
        String(count),
        worst,
        measured.toFixed(1),
        String(maximum),
      ]),
  );
