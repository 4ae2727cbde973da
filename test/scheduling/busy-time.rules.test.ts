import { describe, expect, it } from "@jest/globals";
import { parseDay, partToItem } from "../../shared/scheduling/attorney-day.store.ts";
import {
  type BusyPart,
  isEchoOf,
  overlappedBy,
  replacedParts,
} from "../../shared/scheduling/busy-time.rules.ts";
import { ReadAgain } from "../../shared/table/retry.ts";
import type { Interval } from "../../shared/time/intervals.rules.ts";

const DATE = "2055-03-03";
const MIDNIGHT = Date.parse(DATE);

/** Hours of the date. */
const hours = (start: number, end: number): Interval => ({
  start: MIDNIGHT + start * 3_600_000,
  end: MIDNIGHT + end * 3_600_000,
});
const part = (start: number, end: number, whole = hours(start, end)): BusyPart => ({
  ...hours(start, end),
  whole,
});

describe("the busy times of a date, after a replacement of", () => {
  const WHOLE_DAY = hours(0, 24);
  it.each<[string, BusyPart[], Interval, Interval[], BusyPart[]]>([
    ["nothing by nothing", [], WHOLE_DAY, [], []],
    [
      "nothing by times in another order",
      [],
      WHOLE_DAY,
      [hours(12, 13), hours(9, 10)],
      [part(9, 10), part(12, 13)],
    ],
    ["a time by another", [part(9, 10)], WHOLE_DAY, [hours(11, 12)], [part(11, 12)]],
    ["a time before the window", [part(9, 10)], hours(10, 24), [hours(11, 12)], [part(9, 10), part(11, 12)]],
    ["a time into the window", [part(9, 11)], hours(10, 24), [], [part(9, 10, hours(9, 11))]],
    [
      "a time around the window",
      [part(8, 18)],
      hours(10, 12),
      [hours(11, 13)],
      [part(8, 10, hours(8, 18)), part(11, 12, hours(11, 13)), part(12, 18, hours(8, 18))],
    ],
    [
      "the day by a time around it",
      [part(9, 10)],
      hours(-24, 48),
      [hours(-5, 30)],
      [part(0, 24, hours(-5, 30))],
    ],
    ["another day", [part(9, 10)], hours(24, 48), [hours(30, 31)], [part(9, 10)]],
    ["a window that ends at midnight", [part(9, 10)], hours(-24, 0), [hours(-5, 30)], [part(9, 10)]],
    [
      "times that overlap, which stay apart",
      [],
      WHOLE_DAY,
      [hours(9, 11), hours(10, 12)],
      [part(9, 11), part(10, 12)],
    ],
  ])("%s", (...[, before, window, times, after]) => {
    expect(replacedParts(before, { window, times }, DATE)).toEqual(after);
  });
});

describe("a consultation", () => {
  const slot = (start: number, end: number) => ({ id: `${start}`, ...hours(start, end) });

  it("has an echo in a busy time of its start and end to within a minute, also where a window has cut it", () => {
    const seconds = (from: number, to: number) => {
      const { start, end } = hours(9, 10);
      const whole = { start: start + from * 1_000, end: end + to * 1_000 };
      return { ...whole, whole };
    };
    const echoes = [
      part(9, 10),
      part(9, 9.5, hours(9, 10)),
      part(22, 24, hours(22, 26)),
      seconds(-59.999, 59.999),
      seconds(30, -30),
    ];
    const others = [part(9, 10.5), part(22, 24), seconds(60, 0), seconds(0, -60), seconds(-60, -60)];
    const isEcho = isEchoOf([slot(8, 9), slot(9, 10), slot(22, 26)]);
    expect([...echoes, ...others].filter(isEcho)).toEqual(echoes);
    expect(echoes.filter(isEchoOf([]))).toEqual([]);
  });

  it("is overlapped by the first time that does not only touch it", () => {
    const slots = [slot(9, 10), slot(10, 11), slot(12, 13)];
    const found = overlappedBy([part(9.5, 12), part(9, 11)], slots);
    expect(found.map(({ slot: { id }, busy }) => [id, busy])).toEqual([
      ["9", hours(9.5, 12)],
      ["10", hours(9.5, 12)],
    ]);
  });
});

describe("a stored day", () => {
  const day = { sk: DATE, version: 7, slots: {}, calendars: { court: 7 } };
  const busy = {
    sk: `${DATE}#court`,
    version: 7,
    times: [part(9, 10), part(22, 24, hours(22, 26))].map(partToItem),
  };

  it("is read with the busy times of its calendars, as they were", () => {
    expect(parseDay("ann", DATE, [day, busy]).busy).toEqual([
      { ...part(9, 10), calendar: "court" },
      { ...part(22, 24, hours(22, 26)), calendar: "court" },
    ]);
  });

  it.each([
    ["without its busy times", [day]],
    ["with older busy times", [day, { ...busy, version: 6 }]],
    ["with newer busy times", [{ ...day, calendars: { court: 6 } }, busy]],
    ["with busy times that it does not name", [{ ...day, calendars: {} }, busy]],
    ["with busy times, and no day", [busy]],
  ])("%s is read again: the items are of two moments", (_, items) => {
    expect(() => parseDay("ann", DATE, items)).toThrow(ReadAgain);
  });
});
