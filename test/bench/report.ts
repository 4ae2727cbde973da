import type { Cost } from "./cost.ts";
import type { FailingDelivery } from "./failing-delivery.ts";
import type { HostileTime } from "./hostile/processor-comparison.ts";
import type { Throughput } from "./local/local-throughput.ts";
import { goalNote, type Measurement, minRatioOf, processorTargets } from "./missed-targets.ts";
import type { ProcessorTime } from "./processor/processor-time.ts";
import type { StartTime } from "./start-time.ts";

const HEADINGS = [
  "endpoint",
  "case",
  "cold: trips",
  "read",
  "write",
  "quiet: trips",
  "warm: trips",
  "read",
  "write",
];

export const printCosts = (measurements: readonly Measurement[]) =>
  printTable(
    HEADINGS,
    measurements.map(({ scenario, cold, quiet, warm }) => [
      scenario.endpoint,
      scenario.label,
      ...costCells(cold),
      quiet === undefined ? "" : String(quiet.roundTrips),
      ...costCells(warm),
    ]),
  );

const costCells = ({ roundTrips, readUnits, writeUnits }: Cost) =>
  [roundTrips, readUnits, writeUnits].map(String);

export const printStarts = (starts: readonly StartTime[]) =>
  printTable(
    ["function", "bundle KB", "start"],
    starts.map(({ name, kilobytes, ratio }) => [name, kilobytes.toFixed(0), ratio.toFixed(2)]),
  );

export const printProcessorTimes = (times: readonly ProcessorTime[]) =>
  printTable(
    ["processor time", "ratio", "ms"],
    times.flatMap(({ name, loadAndFirst, milliseconds, warm }) => {
      const { loadAndFirst: cold, warm: later } = processorTargets(name);
      const first = [`${name}, load and first request${goalNote(cold)}`, loadAndFirst.toFixed(2)];
      const rows = [[...first, milliseconds.toFixed(0)]];
      return warm === null ? rows : [...rows, [`${name}, warm request${goalNote(later)}`, warm.toFixed(2)]];
    }),
  );

export const printHostileTimes = (times: readonly HostileTime[]) =>
  printTable(
    ["hostile requests", "count", "processor time", "at most", "of"],
    times.map(({ name, count, worst }) => [
      name,
      String(count),
      worst.ratio.toFixed(1),
      String(worst.maximum),
      worst.label,
    ]),
  );

export const printThroughputs = (throughputs: readonly Throughput[]) =>
  printTable(
    ["local service", "connections", "of a bare server", "at least", "requests a second"],
    throughputs.map(({ name, connections, ratio, requestsPerSecond }) => [
      name,
      String(connections),
      ratio.toFixed(2),
      String(minRatioOf(name)),
      requestsPerSecond.toFixed(0),
    ]),
  );

export const printFailingDelivery = ({ invocations, messages, cost, idleSweep }: FailingDelivery) =>
  printTable(
    ["failing delivery", "invocations", "messages", "trips", "read", "write"],
    [
      ["a delivery that fails for 75 hours", String(invocations), String(messages), ...costCells(cost)],
      ["each minute's sweep, for all deliveries", "", "", ...costCells(idleSweep)],
    ],
  );

const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]) => {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  console.log([headings, ...rows].map(line).join("\n"), "\n");
};
