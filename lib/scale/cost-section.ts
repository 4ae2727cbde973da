import { FURTHER_LEASE_WRITES, LARGE, type Load, SMALL } from "./assumptions.ts";
import { type Bill, biggestDrivers, billOf } from "./bill.ts";
import type { Figures } from "./figures.ts";
import { countText, dollarText, percentText, quantityText, table } from "./markdown.ts";
import { PRICES, PRICES_AS_OF } from "./prices.ts";
import { sum } from "./sum.ts";
import { featuresOf, REQUESTS_PER_LEAD } from "./work.ts";

const BIGGEST = 4;

export const costSection = (figures: Figures): string => {
  const [large, small] = [billOf(figures, LARGE), billOf(figures, SMALL)];
  const biggest = biggestDrivers(large, BIGGEST);
  const share = sum(biggest.map(({ dollars }) => dollars)) / large.dollars;
  return `## Cost

A month costs **${dollarText(large.dollars)}** with ${loadText(LARGE)}, ${dollarText(large.dollarsPerLead)} a lead, and **${dollarText(small.dollars)}** with
${loadText(SMALL)}, ${dollarText(small.dollarsPerLead)} a lead. List prices of us-east-1 as of ${PRICES_AS_OF}: check them before you rely on a figure. What is always
free is taken off; discounts, tax, support and stored logs are not in it. Reading the stream costs nothing, nor do its records that the filter drops.

${table(
  ["driver", `${LARGE.name}: quantity`, "a month", `${SMALL.name}: quantity`, "a month"],
  [
    ...large.byDriver.map(({ driver, quantity, dollars }, index) => [
      driver,
      quantityText(quantity, PRICES[driver].unit),
      dollarText(dollars),
      countText(small.byDriver[index]?.quantity ?? 0),
      dollarText(small.byDriver[index]?.dollars ?? 0),
    ]),
    ["**all**", "", `**${dollarText(large.dollars)}**`, "", `**${dollarText(small.dollars)}**`],
  ],
)}

${table(
  ["feature", `${LARGE.name}: a month`, "share", `${SMALL.name}: a month`],
  large.byFeature.map(({ feature, dollars }, index) => [
    feature,
    dollarText(dollars),
    percentText(dollars / large.dollars),
    dollarText(small.byFeature[index]?.dollars ?? 0),
  ]),
)}

At the ${LARGE.name} load ${BIGGEST} drivers are ${percentText(share)} of it. What would lower them:

${biggest.map((each) => `- **${each.driver}**, ${dollarText(each.dollars)}. ${PRICES[each.driver].lowerBy}`).join("\n")}

Leases on keys are ${percentText(leaseShare(figures))} of the write units: at this load nearly each request takes one. They are what makes a limit hold across instances, and a revoked key end within
seconds.

At the ${SMALL.name} load, most is what stands whether anybody calls or not: ${standing(small)}.
Not in it is what a stage may add: a [probe](operations.md#probe), $0.90 a month, and [CloudFront with a firewall](operations.md#cloudfront-and-waf).`;
};

/** A request takes a lease by one write, after those that were refused. */
const leaseShare = (figures: Figures) => {
  const units = featuresOf(figures)
    .flatMap(({ work }) => work)
    .map(({ perLead, cost }) => perLead * cost.writeUnits);
  return (REQUESTS_PER_LEAD * (1 + FURTHER_LEASE_WRITES)) / sum(units);
};

const loadText = ({ firms, leadsPerDay }: Load) =>
  `${countText(firms)} firms and ${countText(leadsPerDay)} leads a day`;

const standing = ({ byDriver }: Bill) =>
  byDriver
    .filter(({ driver }) => /alarms|metrics|dashboard/.test(driver))
    .map(({ driver, dollars }) => `${driver.replace("CloudWatch ", "")} ${dollarText(dollars)}`)
    .join(", ");
