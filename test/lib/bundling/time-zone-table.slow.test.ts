import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versions } from "node:process";
import { describe, expect, it } from "@jest/globals";
import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import { bundleFunctions, lighterPackages } from "../../../lib/bundling/bundle-functions.ts";
import { timeZoneTable } from "../../../lib/bundling/time-zone-table.ts";
import { offsetInTable, utcOffsetMinutes } from "../../../shared/time/utc-offset.rules.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A zone and an instant. */
type Question = readonly [timeZone: string, instant: number];

// In these years, no recent release has changed an offset: the runtime's data may differ from the package's.
const PAST = timeZoneTable({ start: Date.UTC(2012), end: Date.UTC(2022) });

/** Returns the instants at which a zone's clock changed, and the instants before them. */
const aroundChanges = (name: string) =>
  (PAST.offsets[PAST.zones[name] ?? -1] ?? [])
    .slice(1)
    .map(([minute]) => PAST.period.start + minute * millisecondsInMinute)
    .flatMap((change) => [change - 1, change]);

describe("timeZoneTable", () => {
  it("has the zones that the runtime has", () => {
    const missing = Intl.supportedValuesOf("timeZone").filter((name) => !Object.hasOwn(PAST.zones, name));
    expect(missing).toEqual([]);
  });

  const days = (PAST.period.end - PAST.period.start) / millisecondsInDay;
  const thirtiethDays = Array.from(
    { length: days / 30 },
    (_, index) => PAST.period.start + index * 30 * millisecondsInDay,
  );

  const differences = (name: string) =>
    [...thirtiethDays, ...aroundChanges(name)].filter(
      (at) => offsetInTable(PAST, name, at) !== utcOffsetMinutes(name, at),
    );

  it("has the runtime's offsets, on every thirtieth day and on both sides of each change", () => {
    for (const name of Object.keys(PAST.zones)) expect([name, differences(name)]).toEqual([name, []]);
  });

  it("ends before the changes that the package lacks", () => {
    expect(timeZoneTable().period.end).toBeLessThanOrEqual(Date.UTC(2037));
    const { zones, offsets } = timeZoneTable();
    const last = offsets[zones["America/New_York"] ?? -1]?.at(-1);
    expect(last?.[1]).toBe(-300);
  });
});

describe("utcOffsetMinutes", () => {
  const period = { start: Date.UTC(2026), end: Date.UTC(2027) };

  /** Builds a bundle whose table says 17 minutes for New York. */
  const bundleOf = (release: string) => {
    const table = { release, period, zones: { "America/New_York": 0 }, offsets: [[[0, 17]]] };
    const root = mkdtempSync(join(tmpdir(), "intake-offsets-"));
    const rules = JSON.stringify(join(ROOT, "shared/time/utc-offset.rules.ts"));
    writeFileSync(join(root, "offset.ts"), `export { utcOffsetMinutes as handler } from ${rules};`);
    const packages = {
      ...lighterPackages(),
      define: { TIME_ZONE_TABLE: JSON.stringify(JSON.stringify(table)) },
    };
    return join(bundleFunctions({ root, packages }), "offset/index.cjs");
  };

  /** Returns the answers of a process that loads the bundle, and what it has loaded before and after. */
  const offsetsInProcess = (bundle: string, questions: readonly Question[], processZone = "UTC") => {
    const program = `
      const { DateTimeFormat } = Intl;
      let usesIntl = false;
      Intl.DateTimeFormat = class extends DateTimeFormat { constructor(...all) { super(...all); usesIntl = true; } };
      const { handler } = require(${JSON.stringify(bundle)});
      const atStart = usesIntl;
      const questions = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      const offsets = questions.map((question) => handler(...question));
      const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
      console.log(JSON.stringify({ offsets, atStart, usesIntl, files }));`;
    const answer = execFileSync(process.execPath, ["-e", program], {
      encoding: "utf8",
      env: { ...process.env, TZ: processZone },
      input: JSON.stringify(questions),
    });
    return JSON.parse(answer);
  };

  it.each(["9999a", versions.tz ?? ""])(
    "comes from the table of release %s, and loads neither date-fns-tz nor data of Intl",
    (release) => {
      const questions = [["America/New_York", period.start]] as const;
      expect(offsetsInProcess(bundleOf(release), questions)).toEqual({
        offsets: [17],
        atStart: false,
        usesIntl: false,
        files: ["index.cjs"],
      });
    },
  );

  it("comes from the runtime if that has a later release, and loads Intl's data at the start", () => {
    const questions = [["America/New_York", period.start]] as const;
    expect(offsetsInProcess(bundleOf("1999z"), questions)).toMatchObject({ offsets: [-300], atStart: true });
  });

  it("comes from the runtime outside the table's period and for a zone that the table lacks", () => {
    const questions = [
      ["America/New_York", period.start - 1],
      ["America/New_York", period.end],
      ["Europe/Berlin", period.start],
    ] as const;
    expect(offsetsInProcess(bundleOf("9999a"), questions)).toEqual({
      offsets: [-300, -300, 60],
      atStart: false,
      usesIntl: true,
      files: ["index.cjs", "time-zones.cjs"],
    });
  });

  it.each(["UTC", "America/New_York"])(
    "is exact outside the period at each zone's changes, in a process whose own zone is %s",
    (processZone) => {
      const questions = Object.keys(PAST.zones).flatMap((name) =>
        aroundChanges(name).map((at): Question => [name, at]),
      );
      const { offsets } = offsetsInProcess(bundleOf("9999a"), questions, processZone);
      expect(offsets).toEqual(questions.map(([name, at]) => offsetInTable(PAST, name, at)));
    },
  );
});
