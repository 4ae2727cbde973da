import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { versions } from "node:process";
import { tzOffset } from "@date-fns/tz/tzOffset";
import { describe, expect, it } from "@jest/globals";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { buildSync } from "esbuild";
import { timeZoneTable } from "../../lib/time-zone-table.ts";
import { offsetInTable } from "../../shared/scheduling/utc-offset.rules.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("timeZoneTable", () => {
  // Years in which no release of the last ones has changed an offset: the runtime's may be another than the package's.
  const period = { start: Date.UTC(2012), end: Date.UTC(2022) };
  const table = timeZoneTable(period);

  it("has the zones that the runtime has", () => {
    const missing = Intl.supportedValuesOf("timeZone").filter((name) => !Object.hasOwn(table.zones, name));
    expect(missing).toEqual([]);
  });

  const days = (period.end - period.start) / millisecondsInDay;
  const tenthDays = Array.from({ length: days / 10 }, (_, index) => index * 10 * millisecondsInDay);

  const differences = (name: string) => {
    const changes = (table.offsets[table.zones[name] ?? -1] ?? []).slice(1);
    const aroundChanges = changes.flatMap(([minute]) =>
      [-1, 0].map((ms) => minute * millisecondsInMinute + ms),
    );
    return [...tenthDays, ...aroundChanges]
      .map((ms) => new Date(period.start + ms))
      .filter((at) => offsetInTable(table, name, at.getTime()) !== tzOffset(name, at));
  };

  it("has the runtime's offsets, on every tenth day and on both sides of each change", () => {
    for (const name of Object.keys(table.zones)) expect([name, differences(name)]).toEqual([name, []]);
  });

  it("ends before the changes that the package does not have", () => {
    expect(timeZoneTable().period.end).toBeLessThanOrEqual(Date.UTC(2037));
    const { zones, offsets } = timeZoneTable();
    const last = offsets[zones["America/New_York"] ?? -1]?.at(-1);
    expect(last?.[1]).toBe(-300);
  });
});

describe("offsetInTable", () => {
  const period = { start: Date.UTC(2026), end: Date.UTC(2027) };
  const table = timeZoneTable(period);
  const offset = (timeZone: string, instant: number) => offsetInTable(table, timeZone, instant);

  it("knows its period and no instant beside it", () => {
    expect([period.start, period.end - 1].map((at) => offset("Europe/Berlin", at))).toEqual([60, 60]);
    expect([period.start - 1, period.end].map((at) => offset("Europe/Berlin", at))).toEqual([null, null]);
  });

  it("changes at the instant", () => {
    const summer = Date.UTC(2026, 2, 29, 1);
    expect([summer - 1, summer].map((at) => offset("Europe/Berlin", at))).toEqual([60, 120]);
  });

  it.each(["constructor", "__proto__", "Mars/Olympus", ""])("is null for the zone %j", (timeZone) => {
    expect(offset(timeZone, period.start)).toBeNull();
  });
});

describe("utcOffsetMinutes", () => {
  const period = { start: Date.UTC(2026), end: Date.UTC(2027) };

  /** Runs an expression in a bundle whose table says 17 minutes for New York. */
  const inBundle = (release: string, expression: string) => {
    const table = { release, period, zones: { "America/New_York": 0 }, offsets: [[[0, 17]]] };
    const [code] = buildSync({
      stdin: {
        contents: `
          const { DateTimeFormat } = Intl;
          let formatters = 0;
          Intl.DateTimeFormat = class extends DateTimeFormat { constructor(...all) { super(...all); formatters += 1; } };
          const { utcOffsetMinutes } = require("./shared/scheduling/utc-offset.rules.ts");
          const result = ${expression};
          console.log(JSON.stringify({ result, formatters }));`,
        resolveDir: ROOT,
      },
      bundle: true,
      platform: "node",
      write: false,
      define: { TIME_ZONE_TABLE: JSON.stringify(JSON.stringify(table)) },
    }).outputFiles;
    return JSON.parse(execFileSync(process.execPath, ["-e", code?.text ?? ""], { encoding: "utf8" }));
  };

  const newYork = (instant: number) => `utcOffsetMinutes("America/New_York", ${instant})`;

  it.each(["9999a", versions.tz ?? ""])(
    "is the table's of release %s, and loads no data of Intl",
    (release) => {
      expect(inBundle(release, newYork(period.start))).toEqual({ result: 17, formatters: 0 });
    },
  );

  it("is the runtime's if that has a later release, and loads Intl's data at the start", () => {
    expect(inBundle("1999z", newYork(period.start))).toEqual({ result: -300, formatters: 2 });
  });

  it.each([period.start - 1, period.end])("is the runtime's outside the table's period, at %d", (instant) => {
    expect(inBundle("9999a", newYork(instant)).result).toBe(-300);
  });

  it("is the runtime's for a zone that the table does not have", () => {
    expect(inBundle("9999a", `utcOffsetMinutes("Europe/Berlin", ${period.start})`).result).toBe(60);
  });
});
