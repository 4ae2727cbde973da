import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { CALLS, DAYS_PER_MONTH, LARGE, SMALL } from "../../lib/scale/assumptions.ts";
import { biggestDrivers, billFor, billOf } from "../../lib/scale/bill.ts";
import { SCALE_FILE, scaleDocument } from "../../lib/scale/document.ts";
import { FIGURES_FILE, figuresOf, parseFigures, recordOf } from "../../lib/scale/figures.ts";
import { floodsOf } from "../../lib/scale/flood.ts";
import { growthSection } from "../../lib/scale/growth-section.ts";
import { leadsPerDayAt, loadQuotas, peakOf } from "../../lib/scale/load-quotas.ts";
import { countText, dollarText, limitText } from "../../lib/scale/markdown.ts";
import { PERFORMANCE_FILE, performanceDocument } from "../../lib/scale/performance.ts";
import { monthlyDollars, type Price } from "../../lib/scale/prices.ts";
import { walkOf } from "../../lib/scale/search.ts";
import { featuresOf, REQUESTS_PER_LEAD } from "../../lib/scale/work.ts";

const read = (file: string) => readFileSync(join(import.meta.dirname, "../..", file), "utf8");
const figures = parseFigures(read(FIGURES_FILE));

it("`npm run scale` has written its documents", () => {
  expect(read(SCALE_FILE)).toBe(scaleDocument(figures));
  expect(read(PERFORMANCE_FILE)).toBe(performanceDocument(figures));
});

describe("the figures", () => {
  it("lack what the bench does not measure", () => {
    expect(() => figuresOf(figures, "create-lead", "by post")).toThrow('create-lead "by post"');
    expect(() => recordOf(figures, "invoice")).toThrow('"invoice"');
  });
});

describe("a month's price", () => {
  const price: Price = {
    unit: "calls",
    per: 10,
    tiers: [
      { upTo: 100, dollars: 2 },
      { upTo: 200, dollars: 1 },
      { upTo: Number.POSITIVE_INFINITY, dollars: 0.5 },
    ],
    free: 5,
    page: "",
    lowerBy: "",
  };

  it.each([
    ["what is free", 5, 0],
    ["a part of the first tier", 55, 10],
    ["the whole first tier", 105, 20],
    ["two tiers", 155, 25],
    ["three tiers", 405, 40],
  ])("is that of %s", (_, quantity, dollars) => {
    expect(monthlyDollars(price, quantity)).toBeCloseTo(dollars);
  });
});

describe("a bill", () => {
  const load = { ...SMALL, leadsPerDay: 10 };

  it("shares what is free, and tiers, among the features by quantity", () => {
    const bill = billFor(
      [
        ["Leads", { "Lambda requests": 3_000_000, EventBridge: 1_000_000 }],
        ["Webhooks", { "Lambda requests": 1_000_000 }],
      ],
      load,
    );
    // 4 M requests, of which 1 M are free, at $0.20, and 1 M events at $1
    expect(bill.dollars).toBeCloseTo(1.6);
    expect(bill.byFeature).toEqual([
      { feature: "Leads", dollars: expect.closeTo(1.45) },
      { feature: "Webhooks", dollars: expect.closeTo(0.15) },
    ]);
    expect(bill.dollarsPerLead).toBeCloseTo(1.6 / (10 * DAYS_PER_MONTH));
    expect(biggestDrivers(bill, 1)).toEqual([{ driver: "EventBridge", quantity: 1_000_000, dollars: 1 }]);
  });

  it("is the sum of its features", () => {
    const { dollars, byFeature } = billOf(figures, LARGE);
    expect(byFeature.reduce((sum, feature) => sum + feature.dollars, 0)).toBeCloseTo(dollars);
  });

  it("counts each request, write and stream record of a lead", () => {
    const quantities = new Map(
      billOf(figures, { ...LARGE, leadsPerDay: 100 }).byDriver.map(({ driver, quantity }) => [
        driver,
        quantity,
      ]),
    );
    expect(quantities.get("HTTP API")).toBeCloseTo(100 * DAYS_PER_MONTH * REQUESTS_PER_LEAD);
    const writes = featuresOf(figures)
      .flatMap(({ work }) => work)
      .reduce((sum, { perLead, cost }) => sum + perLead * cost.writeUnits, 0);
    expect(quantities.get("DynamoDB writes")).toBeCloseTo(100 * DAYS_PER_MONTH * writes);
  });

  it("assumes that each lead is created once", () => {
    const created = CALLS.Leads.filter(({ endpoint, events }) => endpoint === "create-lead" && events > 0);
    expect(created.reduce((sum, { perLead }) => sum + perLead, 0)).toBe(1);
  });
});

describe("a quota", () => {
  it("binds where the busiest second takes all of it", () => {
    const quota = { limit: 100, perLead: 20 };
    // five leads a second, at five times the mean of one
    expect(leadsPerDayAt(quota)).toBeCloseTo(86_400);
    expect(peakOf(quota, { leadsPerDay: 86_400 })).toBeCloseTo(100);
  });

  it("comes the earlier, the earlier it binds", () => {
    const bindings = loadQuotas(figures).map(leadsPerDayAt);
    expect(bindings).toEqual([...bindings].sort((a, b) => a - b));
  });
});

describe("at more than the large load", () => {
  const text = growthSection(figures);

  it("names each quota that binds by then, with what is taken of it", () => {
    const binding = loadQuotas(figures).filter((quota) => peakOf(quota, LARGE) * 100 > quota.limit);
    expect(binding.length).toBeGreaterThan(5);
    const rows = [...text.matchAll(/^\| (?!quota|---)(.+?) \|/gm)].map(([, what]) => what);
    expect(rows).toEqual(binding.map(({ what }) => what));
  });

  it("says how many attempts of deliveries are under way at once", () => {
    const attempts = loadQuotas(figures).find(({ what }) => what.startsWith("Attempts of deliveries"));
    const atTenTimes = 10 * peakOf(attempts ?? { perLead: 0 }, LARGE);
    expect(text).toContain(`${countText(atTenTimes)} attempts at once`);
  });
});

it("an alarm over several alarms costs more than one on a metric", () => {
  const quantities = new Map(billOf(figures, SMALL).byDriver.map((each) => [each.driver, each.dollars]));
  expect(quantities.get("CloudWatch composite alarms")).toBe(0.5);
});

describe("a flood", () => {
  const [ownKeys, oneKey] = floodsOf(figures, 1_200);
  const perMillion = ({ dollarsPerHour = 0, requestsPerSecond = 1 } = {}) =>
    (1e6 * dollarsPerHour) / (requestsPerSecond * 3_600);

  it("comes at the rate that the stage lets in", () => {
    expect(ownKeys?.requestsPerSecond).toBe(figures.stack.throttle.requestsPerSecond);
  });

  it("costs a write unit and its round trip more when each request has a key of its own", () => {
    const gigabyteSeconds = (figures.stack.memoryMegabytes / 1024) * 0.006;
    expect(perMillion(ownKeys) - perMillion(oneKey)).toBeCloseTo(0.625 + gigabyteSeconds * 13.3334);
  });
});

it("a walk through 100,000 leads makes as many trips as its requests together", () => {
  const { warm } = figuresOf(figures, "list-leads", "rare name among 100,000 leads");
  expect(walkOf(figures, 100_000)).toMatchObject({ requests: 25, roundTrips: 25 * warm.roundTrips });
});

describe("numbers in the document", () => {
  it.each([
    [0, "$0.00"],
    [0.000_512_3, "$0.00051"],
    [0.512, "$0.51"],
    [12.345, "$12.35"],
    [1_234.5, "$1,235"],
  ])("writes %d dollars as %s", (dollars, text) => {
    expect(dollarText(dollars)).toBe(text);
  });

  it.each([
    [0.3, "0.3"],
    [12.345, "12.3"],
    [1_234.5, "1,235"],
    [12_345_678, "12.3 M"],
    [1_500_000_000, "1.5 G"],
  ])("writes the count %d as %s", (count, text) => {
    expect(countText(count)).toBe(text);
  });

  it("rounds limits down", () => {
    expect(limitText(1_999_999)).toBe("1.9 M");
  });
});
