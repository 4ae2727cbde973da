import { DAYS_PER_MONTH, type Load } from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import { DRIVERS, type Driver, monthlyDollars, PRICES } from "./prices.ts";
import { sum } from "./sum.ts";
import { type Usage, usageBeside, usageOfFeature } from "./usage.ts";
import { featuresOf } from "./work.ts";

/** What a month costs. */
export type Bill = {
  readonly load: Load;
  readonly byDriver: readonly {
    readonly driver: Driver;
    readonly quantity: number;
    readonly dollars: number;
  }[];
  readonly byFeature: readonly { readonly feature: string; readonly dollars: number }[];
  readonly dollars: number;
  readonly dollarsPerLead: number;
};

export const billOf = (figures: Figures, load: Load): Bill => billFor(usagesOf(figures, load), load);

const usagesOf = (figures: Figures, load: Load) => {
  const ofWork = featuresOf(figures).map(
    (feature) => [feature.name, usageOfFeature(figures, feature, load)] as const,
  );
  return [...ofWork, ...Object.entries(usageBeside(figures, load))];
};

/** A feature pays its share of each driver, whatever tiers and free units there are. */
export const billFor = (usages: readonly (readonly [feature: string, usage: Usage])[], load: Load): Bill => {
  const byDriver = DRIVERS.map((driver) => {
    const quantity = sum(usages.map(([, usage]) => usage[driver] ?? 0));
    return { driver, quantity, dollars: monthlyDollars(PRICES[driver], quantity) };
  });
  const dollarsOf = (usage: Usage) =>
    sum(
      byDriver.map(({ driver, quantity, dollars }) =>
        quantity === 0 ? 0 : (dollars * (usage[driver] ?? 0)) / quantity,
      ),
    );
  const features = [...new Set(usages.map(([feature]) => feature))];
  const byFeature = features.map((feature) => ({
    feature,
    dollars: sum(usages.filter(([name]) => name === feature).map(([, usage]) => dollarsOf(usage))),
  }));
  const dollars = sum(byDriver.map((each) => each.dollars));
  return {
    load,
    byDriver,
    byFeature,
    dollars,
    dollarsPerLead: dollars / (load.leadsPerDay * DAYS_PER_MONTH),
  };
};

/** The drivers that cost most, the biggest first. */
export const biggestDrivers = ({ byDriver }: Bill, count: number) =>
  [...byDriver].sort((a, b) => b.dollars - a.dollars).slice(0, count);
