import figures from "../../../test/bench/figures.json" with { type: "json" };
import { requestDollars } from "./cost.ts";
import { BYTES, sum, work } from "./load.ts";
import { countText, dollarText, table } from "./markdown.ts";

const { calls } = figures;

/** Assumed: an office, and the sources whose deliveries it has open. */
const DESKS = 10;
const HOURS_PER_DAY = 9;
const WORKDAYS_PER_MONTH = 21;
const SOURCES = 4;

const forward = calls["list-events"]["page of 50, forward"];
const newest = calls["list-inbound-deliveries"]["page of 50"];
const calendar = calls["get-calendar"]["31 days of 8"];
const availability = calls["get-availability"]["31 days"];

/** Each call takes a lease on the session. A call every ten seconds finds the function warm. */
const call = (perHour: number, { quiet, responseBytes }: typeof forward) =>
  work(perHour, quiet, BYTES.response + responseBytes);

/** A poll that finds no event reads the open page of the log. */
const NOTHING_NEW = {
  ...forward,
  quiet: { ...forward.quiet, readUnits: forward.quiet.readUnits - 50, roundTrips: 1 },
  responseBytes: 100,
};

/** Assumed: a week takes a quarter of 31 days. */
const aQuarter = (each: typeof forward) => ({
  ...each,
  quiet: { ...each.quiet, readUnits: each.quiet.readUnits / 4 },
  responseBytes: each.responseBytes / 4,
});

/** The most calls an hour that a desk makes while nothing happens. */
const QUIET = [call(400, NOTHING_NEW)];

const OPEN = [
  ["where nothing happens", QUIET],
  [`in the inbox, of ${SOURCES} sources`, [...QUIET, call(120 * SOURCES, newest)]],
  ["in Week", [...QUIET, call(60, aQuarter(calendar)), call(60, aQuarter(availability))]],
] as const;

/** Returns the table of the cost of desks that are open all day. */
export const deskTable = () =>
  table(
    ["desks", "calls an hour of each", "calls a month", "read units", "write units", "a month"],
    OPEN.map(([where, kinds]) => {
      const perHour = sum(kinds.map((each) => each.perLead));
      const hours = DESKS * HOURS_PER_DAY * WORKDAYS_PER_MONTH;
      const total = (quantity: "readUnits" | "writeUnits") =>
        countText(hours * sum(kinds.map((each) => each.perLead * each[quantity])));
      const dollars = hours * sum(kinds.map((each) => each.perLead * requestDollars(each)));
      return [
        `${DESKS} ${where}`,
        countText(perHour),
        countText(hours * perHour),
        total("readUnits"),
        total("writeUnits"),
        dollarText(dollars),
      ];
    }),
  );
