import { describe, expect, it } from "@jest/globals";
import { LOADS } from "../../../lib/documents/scale/cost.ts";
import type { Metric } from "../../support/alarms/alarm-states.ts";
import { isProbeCached } from "../../support/alarms/edge-cache.ts";
import type { Probe } from "../../support/alarms/simulated-days.ts";
import { MINUTES } from "../../support/alarms/simulated-days.ts";
import { DEAD_LETTERS, HARMLESS, HURTING, TICKETS } from "../../support/alarms/simulated-faults.ts";
import { declaredAlarms, declaredResources, ringsOf } from "../../support/alarms/watched-stage.ts";
import { COPIES, PROBE } from "../../support/stage-options.ts";
import { synthesizeTemplates } from "../../support/synthesized-templates.ts";

const TEMPLATES = synthesizeTemplates("prod", { probe: PROBE, backupCopies: COPIES });
const ALARMS = declaredAlarms(TEMPLATES);
const DECLARED_PROBE: Probe = isProbeCached(declaredResources(TEMPLATES)) ? "cached" : "reaching";

/** Alarms that see a fault too, and open a ticket. */
const ALSO_SEE = ["EdgeErrorsAlarm", "ServiceLateDeliveriesAlarm"];

/** The minutes until a page, of which a fault must be told, and from its end until the page ends. */
const SOON = { page: 15, end: 40 };

/** Returns the rings of a day at the loads of 10, 1,000 and 10,000 firms. */
const byLoad = (fault: (typeof HARMLESS)[string], probe: Probe = DECLARED_PROBE) =>
  LOADS.map((leadsPerDay) => ringsOf(ALARMS, { leadsPerDay, fault, probe }));

describe("a day on which people suffer", () => {
  it.each(Object.entries(HURTING))("pages exactly once, soon, until soon after: %s", (_, fault) => {
    for (const rings of byLoad(fault)) {
      const pages = rings.filter(({ name }) => !ALSO_SEE.includes(name));
      expect(pages.map(({ topic }) => topic)).toEqual(["page"]);
      const [{ from, to } = { from: 0, to: 0 }] = pages;
      expect(from - fault.from).toBeGreaterThanOrEqual(0);
      expect(from - fault.from).toBeLessThanOrEqual(SOON.page);
      expect(to - fault.to).toBeGreaterThanOrEqual(0);
      expect(to - fault.to).toBeLessThanOrEqual(SOON.end);
    }
  });
});

describe("a failure of a stage in which no other metric ever had a number", () => {
  const isSweep = ({ dimensions }: Metric) => dimensions.includes("Sweep");
  it.each<[keyof typeof HURTING, (metric: Metric) => boolean]>([
    ["a bad deployment that fails a tenth of the requests", ({ name }) => ["Count", "5xx"].includes(name)],
    ["a slow hour", ({ name }) => ["Count", "Latency"].includes(name)],
    [
      "a bad deployment of webhook deliveries",
      (metric) => ["Count", "Errors"].includes(metric.name) && !isSweep(metric),
    ],
    ["a bad deployment of publishing", ({ name }) => name === "IteratorAge"],
    ["a sweep that fails, or finds late work", isSweep],
  ])("pages exactly once: %s", (name, hasNumbers) => {
    const failing = ALARMS.filter((alarm) => alarm.name === "ServiceFailingAlarm");
    const options = { leadsPerDay: 100_000, fault: HURTING[name], probe: DECLARED_PROBE, hasNumbers };
    expect(ringsOf(failing, options).map(({ topic }) => topic)).toEqual(["page"]);
  });
});

it.each(Object.entries(HARMLESS))("nobody is called on %s", (_, fault) => {
  expect(byLoad(fault)).toEqual(LOADS.map(() => []));
  expect(byLoad(fault, "none")).toEqual(LOADS.map(() => []));
});

it.each(TICKETS)("%s opens one ticket, which ends by itself: %s", (name, _, fault) => {
  for (const rings of byLoad(fault)) {
    expect(rings.map((ring) => [ring.topic, ring.name])).toEqual([["ticket", name]]);
    expect(rings[0]?.from).toBeGreaterThan(fault.from);
    expect(rings[0]?.to).toBeGreaterThan(fault.to);
    expect(rings[0]?.to).toBeLessThan(fault.to + SOON.end);
  }
});

it("dead letters that lie for a day are one ticket, which ends by itself, and a gap in the metric makes no other", () => {
  for (const rings of byLoad(DEAD_LETTERS)) {
    expect(rings.map(({ topic, name }) => [topic, name])).toEqual([["ticket", "DeadLettersAlarm"]]);
    expect(rings[0]?.from).toBeLessThan(DEAD_LETTERS.from + 15);
    expect(rings[0]?.to).toBeLessThan(MINUTES);
  }
});
