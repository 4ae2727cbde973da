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

/** Each call takes a lease on the session. A call every ten seconds finds the function warm. */
const call = (perHour: number, { quiet, responseBytes }: typeof forward) =>
  work(perHour, quiet, BYTES.response + responseBytes);

/** A poll that finds no event reads the open page of the log. */
const NOTHING_NEW = {
  ...forward,
  quiet: { ...forward.quiet, readUnits: forward.quiet.readUnits - 50, roundTrips: 1 },
  responseBytes: 100,
};

/** The most calls an hour that a desk makes while nothing happens, and those of its dearest place, the inbox. */
const KINDS = [call(400, NOTHING_NEW), call(120 * SOURCES, newest)];

/** Returns the table of the cost of desks that are open all day. */
export const deskTable = () => {
  const perHour = sum(KINDS.map((each) => each.perLead));
  const hours = DESKS * HOURS_PER_DAY * WORKDAYS_PER_MONTH;
  const dollars = hours * sum(KINDS.map((each) => each.perLead * requestDollars(each)));
  return table(
    ["desks", "calls an hour of each", "calls a month", "a month"],
    [
      [
        `${DESKS} in the inbox, of ${SOURCES} sources`,
        countText(perHour),
        countText(hours * perHour),
        dollarText(dollars),
      ],
    ],
  );
};
