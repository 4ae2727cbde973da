import { EXAMINED_MAXIMUM } from "../../shared/table/list-newest-first.ts";
import { DAYS_PER_MONTH, MILLISECONDS } from "./assumptions.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { dollarsOf, invocationUsage } from "./marginal.ts";
import { OTHER_PRICES } from "./prices.ts";
import { HOURS_PER_DAY } from "./units.ts";
import { requestInvocation } from "./work.ts";

/** Looking for what hardly any lead has, from the newest lead to the oldest. */
export type Walk = {
  readonly leads: number;
  readonly requests: number;
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly seconds: number;
  readonly dollars: number;
  /** From how many walks a day a search engine costs less. */
  readonly walksPerDayOfEngine: number;
};

/** A walk through so many leads, by requests that each examine as many as one may. */
export const walkOf = (figures: Figures, leads: number): Walk => {
  const { warm, responseBytes } = figuresOf(figures, "list-leads", "rare name among 100,000 leads");
  const requests = Math.ceil(leads / EXAMINED_MAXIMUM);
  const request = requestInvocation("list-leads", { cost: warm, responseBytes });
  const dollars = requests * dollarsOf(invocationUsage(figures, request));
  const engineDollars = OTHER_PRICES.searchEngine.dollarsPerHour * HOURS_PER_DAY;
  return {
    leads,
    requests,
    roundTrips: requests * warm.roundTrips,
    readUnits: requests * warm.readUnits,
    seconds: (requests * (request.milliseconds + MILLISECONDS.caller)) / 1_000,
    dollars,
    walksPerDayOfEngine: Math.ceil(engineDollars / dollars),
  };
};

export const engineDollarsPerMonth =
  OTHER_PRICES.searchEngine.dollarsPerHour * HOURS_PER_DAY * DAYS_PER_MONTH;
