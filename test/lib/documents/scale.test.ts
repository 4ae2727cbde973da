import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import {
  dollarsOf,
  EDGE_DOLLARS_PER_MILLION,
  edgeDollars,
  feedDollars,
  LOADS,
  monthlyDollars,
} from "../../../lib/documents/scale/cost.ts";
import { DOCUMENTS } from "../../../lib/documents/scale/documents.ts";
import { feedQuantities, READINGS } from "../../../lib/documents/scale/feeds.ts";
import { LIMITS } from "../../../lib/documents/scale/limits.ts";
import { EVENTS, perLead, REMINDING, REQUESTS, WORK } from "../../../lib/documents/scale/load.ts";
import { countText, dollarText, withTables } from "../../../lib/documents/scale/markdown.ts";

it.each(Object.entries(DOCUMENTS))("%s contains the tables that `npm run scale` writes", (file, tables) => {
  const text = readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  expect(withTables(text, tables)).toBe(text);
});

it("replaces the text between a table's marks, and needs both marks", () => {
  const text = "a\n<!-- cost -->\nold\n<!-- end -->\nb\n<!-- trips -->\n<!-- end -->\n";
  expect(withTables(text, { cost: "$5" })).toBe(text.replace("old", () => "$5"));
  expect(() => withTables(text, { limits: "" })).toThrow("limits");
});

it.each(["scale", "operations"])("the guide %s names the price of CloudFront and its firewall", (guide) => {
  const text = readFileSync(join(import.meta.dirname, `../../../docs/${guide}.md`), "utf8");
  const [, price] = /\$10 a month,? and \$(\S+)/.exec(text) ?? [];
  expect(Number(price)).toBe(EDGE_DOLLARS_PER_MILLION);
});

it("the readme says what a small stage costs: what stands there, and its leads and feeds", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  const [, firms, leads, dollars, fixed] = [
    ...(/With (\d+) firms of (\d+) leads a\s+month each, .* about \$(\d+) a month, \$(\d+) of it/.exec(
      read("README.md"),
    ) ?? []),
  ].map(Number);
  const parts = /`prod` costs \$(\d+) a month: .*?\$([\d.]+),.*?\$([\d.]+),.*?\$([\d.]+)\./s.exec(
    read("docs/operations.md"),
  );
  const [, sum, ...standing] = [...(parts ?? [])].map(Number);
  const stands = standing.reduce((total, each) => total + each, 0);
  expect([sum, fixed]).toEqual([Math.round(stands), Math.round(stands)]);
  const leadsPerDay = (Number(firms) * Number(leads)) / 30;
  // The model's firms have 100 leads a day.
  const feeds = feedQuantities(100 * Number(firms));
  const moving = monthlyDollars(leadsPerDay, feeds) + edgeDollars(leadsPerDay);
  expect(dollars).toBe(Math.round(stands + moving));
});

describe("a month's cost", () => {
  it("is the price of the part that is not free", () => {
    const price = { dollars: 2, per: 10, free: 5 };
    expect(dollarsOf(price, 4)).toBe(0);
    expect(dollarsOf(price, 55)).toBe(10);
  });

  it("grows no faster than the load, apart from what is free", () => {
    const [, , large = 0] = LOADS.map((load) => monthlyDollars(load));
    expect(monthlyDollars(2_000_000) / large).toBeCloseTo(2, 1);
    expect(monthlyDollars(10_000_000) / large).toBeCloseTo(10, 0);
  });

  it("grows by two feeds of each firm and by CloudFront's requests, apart from what is free, as the load does", () => {
    expect(feedDollars(10_000_000) / feedDollars(1_000_000)).toBeCloseTo(10, 1);
    expect(edgeDollars(1_000)).toBeCloseTo((0.6 * 30 * 1_000 * REQUESTS) / 1e6);
    const further = edgeDollars(2_000_000) - edgeDollars(1_000_000);
    expect(further).toBeCloseTo((EDGE_DOLLARS_PER_MILLION * 30 * 1_000_000 * REQUESTS) / 1e6);
  });

  it("includes readings of a feed, as the guide says, between those of its shortest and longest interval", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../docs/scale.md"), "utf8");
    expect(/change four times a day: (\d+)\s+readings/.exec(text)?.[1]).toBe(String(READINGS));
    expect([READINGS > 24 * 2, READINGS < 24 * 6]).toEqual([true, true]);
    expect(feedQuantities(100)["Lambda requests"]).toBe(2 * READINGS);
  });
});

describe("the work of a lead", () => {
  it("is that of its requests, and of three invocations for each event", () => {
    const invocations = WORK.reduce((sum, each) => sum + each.perLead, 0);
    expect(invocations).toBeCloseTo(REQUESTS + 3 * EVENTS);
  });

  it("is the write units of each invocation and reminder, as often as it is made", () => {
    const units = [...WORK, REMINDING].map(({ perLead: count, writeUnits }) => count * writeUnits);
    expect(perLead("writeUnits")).toBeCloseTo(units.reduce((sum, each) => sum + each));
  });

  it("counts each instance against one limit only", () => {
    const ofInstances = LIMITS.filter(([limit]) => limit.includes("instances")).map(([, , count]) => count);
    expect(ofInstances).toHaveLength(3);
    expect(ofInstances.reduce((sum, each) => sum + each)).toBeCloseTo(perLead("seconds"));
  });
});

it.each([
  [0, "$0.00"],
  [0.000_512_3, "$0.00051"],
  [12.345, "$12.35"],
  [1_234.5, "$1,235"],
])("writes %d dollars as %s", (dollars, text) => {
  expect(dollarText(dollars)).toBe(text);
});

it.each([
  [0.3, "0.3"],
  [12.345, "12.3"],
  [1_234.5, "1,230"],
  [12_345_678, "12.3 M"],
])("writes the count %d as %s", (count, text) => {
  expect(countText(count)).toBe(text);
});
