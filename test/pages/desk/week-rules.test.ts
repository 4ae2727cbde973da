import { describe, expect, it } from "@jest/globals";
import { ENGLISH } from "../../../pages/desk/texts/english.ts";
import { type Block, blocksOf, type Calendar, placed, stretches } from "../../../pages/desk/week/blocks.ts";
import { cellText, type Reader, timesElsewhere } from "../../../pages/desk/week/cell-text.ts";
import {
  type Column,
  dropOn,
  gridOf,
  moveOf,
  startsIn,
  startsToMove,
} from "../../../pages/desk/week/cells.ts";
import { halfHoursOf, openTimes, weekOf, windowsOn } from "../../../pages/desk/week/half-hours.ts";
import { timeFormat } from "../../../pages/shared/time-format.ts";

const NEW_YORK = "America/New_York";
const CHICAGO = "America/Chicago";
const NO_CALENDAR: Calendar = { consultations: [], holds: [], time_off: [], holidays: [], busy: [] };
const NINE_TO_FIVE = [{ start: "09:00", end: "17:00" }];

/** Replaces special spaces: languages put different ones before AM. */
const plain = (text: string) => text.replace(/\s/g, " ");
const iso = (instant: number) => new Date(instant).toISOString();

const consultation = (id: string, start_at: string, duration_min = 60, status = "scheduled") =>
  Object({ id, start_at, duration_min, status, attorney_id: "a", type: "Meeting" });

type Day = {
  zone?: string;
  calendar?: Partial<Calendar>;
  windows?: typeof NINE_TO_FIVE;
  attorneyId?: string;
};

const columnOf = (
  date: string,
  { zone = NEW_YORK, calendar, windows, attorneyId = "a" }: Day = {},
): Column => {
  const halfHours = halfHoursOf(date, zone);
  const open = openTimes(halfHours, windows ?? NINE_TO_FIVE);
  const blocks = blocksOf({ ...NO_CALENDAR, ...calendar }, halfHours, 0);
  return { attorneyId, zone, date, halfHours, blocks, open };
};

const gridWith = (columns: readonly Column[], free: readonly string[] = []) =>
  gridOf(columns, (halfHour) => startsIn(halfHour, free));

const readerIn = (zone: string): Reader => ({
  texts: ENGLISH.week,
  format: timeFormat("en-US", zone, () => Date.parse("2026-06-01")),
  nameOf: ({ consultation: { id, type } }) => `${id}, ${type}`,
  now: 0,
});
const textsOf = (column: Column, free: readonly string[] = []) =>
  gridWith([column], free).cells.map(([cell]) => cell && plain(cellText(readerIn(column.zone), cell)));

describe("the half hours of a day", () => {
  it.each([
    ["of most days", "2026-12-01", NEW_YORK, "48 from 05:00 to 04:30"],
    ["without those that a change to summer leaves out", "2026-03-08", NEW_YORK, "46 from 05:00 to 03:30"],
    ["with those that a change to winter repeats", "2026-11-01", NEW_YORK, "50 from 04:00 to 04:30"],
    ["of a change by half an hour to summer", "2026-10-04", "Australia/Lord_Howe", "47 from 13:30 to 12:30"],
    ["of a change by half an hour to winter", "2026-04-05", "Australia/Lord_Howe", "49 from 13:00 to 13:00"],
    [
      "of a zone that is 5 hours and 45 minutes ahead",
      "2026-12-01",
      "Asia/Kathmandu",
      "48 from 18:15 to 17:45",
    ],
    ["of a day that begins at one", "2026-09-06", "America/Santiago", "46 from 04:00 to 02:30"],
    [
      "of a day that ends with its last hour again",
      "2026-04-04",
      "America/Santiago",
      "50 from 03:00 to 03:30",
    ],
    ["of a change by two hours", "2026-10-25", "Antarctica/Troll", "52 from 22:00 to 23:30"],
  ])("are those %s", (_title, date, zone, expected) => {
    const halfHours = halfHoursOf(date, zone);
    const [first, last] = [halfHours[0], halfHours.at(-1)].map((each) => iso(each?.start ?? 0).slice(11, 16));
    expect(`${halfHours.length} from ${first} to ${last}`).toBe(expected);
    expect(new Set(halfHours.map(({ row }) => row)).size).toBe(halfHours.length);
    expect(halfHours.map(({ row }) => row)).toEqual(halfHours.map(({ row }) => row).toSorted());
  });

  it("are told apart by the zone where the clock shows them twice", () => {
    const column = columnOf("2026-11-01", { windows: [{ start: "00:30", end: "02:30" }] });
    expect(textsOf(column, ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"])).toEqual([
      "Sunday, November 1, 12:30 AM, not free",
      "Sunday, November 1, 1:00 AM EDT, not free",
      "Sunday, November 1, 1:30 AM EDT, free",
      "Sunday, November 1, 1:00 AM EST, not free",
      "Sunday, November 1, 1:30 AM EST, free",
      "Sunday, November 1, 2:00 AM, not free",
    ]);
  });

  it.each([
    ["2026-03-08", 7, ["1:30 AM", null, null, "3:00 AM"]],
    ["2026-11-01", 7, ["1:30 AM EDT", "1:00 AM EST", "1:30 AM EST", "2:00 AM"]],
  ])("of the week of %s stand in rows with those of the other days", (date, days, sunday) => {
    const week = weekOf(date).map((day) => columnOf(day, { windows: [{ start: "01:30", end: "03:30" }] }));
    const { rows, cells } = gridWith(week);
    const format = timeFormat("en-US", NEW_YORK);
    const column = (index: number) =>
      cells.map((row) => row[index]).map((cell) => cell && plain(format.time(iso(cell.halfHour.start))));
    expect([week.length, week.at(-1)?.date]).toEqual([days, date]);
    const others = column(0);
    expect(others.filter((text) => text !== null)).toEqual(expect.arrayContaining(["1:30 AM", "3:00 AM"]));
    const from = rows.indexOf("0090/0000/0090");
    expect(column(6).slice(from, from + 4)).toEqual(sunday);
    expect(others.slice(from, from + 4).filter((text) => text === null)).toHaveLength(
      date < "2026-06" ? 0 : 2,
    );
  });

  it("of an attorney in Chicago are later in Berlin by hours that change within a week", () => {
    const rows = gridWith(weekOf("2026-03-08").map((date) => columnOf(date, { zone: CHICAGO }))).cells;
    const starts = (rows[0] ?? []).flatMap((cell) => (cell ? [cell.halfHour.start] : []));
    expect(timesElsewhere(starts, timeFormat("en-US", "Europe/Berlin")).map(plain)).toEqual([
      "4:00 PM",
      "3:00 PM",
    ]);
    expect(timesElsewhere(starts.slice(0, 6), timeFormat("en-US", "Europe/Berlin"))).toHaveLength(1);
  });
});

describe("office hours", () => {
  const hours = {
    office_hours: [{ weekday: 2, start: "16:10", end: "24:00" }],
    date_hours: [{ date: "2026-12-08", windows: [] }],
  };
  it.each([
    ["2026-12-01", ["4:00 PM", "11:30 PM"]],
    ["2026-12-02", []],
    ["2026-12-08", []],
  ])("of %s are those of its weekday unless the date has its own", (date, edges) => {
    const { halfHours } = columnOf(date);
    const column = { ...columnOf(date), open: openTimes(halfHours, windowsOn(hours, date)) };
    const texts = textsOf(column);
    expect([texts[0], texts.at(-1)].flatMap((text) => (text ? [text.split(", ")[2]] : []))).toEqual(edges);
  });
});

describe("a cell", () => {
  const calendar: Partial<Calendar> = {
    consultations: [
      consultation("Ada Doe", "2026-12-01T13:10:00Z", 35),
      consultation("Bo", "2026-12-01T16:00:00Z", 30, "completed"),
      consultation("Cy", "2026-12-01T19:00:00Z", 30, "canceled"),
      consultation("Di", "2026-12-01T19:00:00Z", 30, "no-show"),
    ],
    holds: [
      {
        id: "h",
        attorney_id: "a",
        start_at: "2026-12-01T17:00:00Z",
        duration_min: 30,
        expires_at: "2026-12-01T14:21:00Z",
      },
      { id: "i", attorney_id: "a", start_at: "2026-12-01T19:00:00Z", duration_min: 30, expires_at: iso(-1) },
    ],
    busy: [{ calendar: "court", start_at: "2026-12-01T18:00:00Z", end_at: "2026-12-01T18:20:00Z" }],
    time_off: [{ start_at: "2026-12-01T20:00:00Z", end_at: "2026-12-01T20:30:00Z", reason: "" }],
  };
  const column = columnOf("2026-12-01", { calendar });
  const free = ["2026-12-01T13:45:00.000Z", "2026-12-01T15:30:00.000Z"];
  const byTime = new Map(textsOf(column, free).map((text) => [text?.split(", ")[2], text]));

  it.each([
    ["8:00 AM", "Ada Doe, Meeting, from 8:10 AM"],
    ["8:30 AM", "Ada Doe, Meeting, until 8:45 AM, free from 8:45 AM"],
    ["10:30 AM", "free"],
    ["11:00 AM", "completed, Bo, Meeting"],
    ["12:00 PM", "held until 9:21 AM"],
    ["1:00 PM", "busy, court, until 1:20 PM"],
    ["2:00 PM", "not free"],
    ["3:00 PM", "time off"],
  ])("at %s reads: %s", (time, states) => {
    expect(byTime.get(time)).toBe(`Tuesday, December 1, ${time}, ${states}`);
  });

  it("stands from the first that is open or taken to the last", () => {
    expect([...byTime.keys()].filter((_, index, all) => index === 0 || index === all.length - 1)).toEqual([
      "8:00 AM",
      "4:30 PM",
    ]);
  });

  it("reads that its time has passed, or that the office is closed", () => {
    const [[cell] = []] = gridWith([columnOf("2026-12-01")]).cells;
    const [[shut] = []] = gridWith([
      columnOf("2026-12-01"),
      columnOf("2026-12-02", { windows: [] }),
    ]).cells.map(([, other]) => [other]);
    const reader = readerIn(NEW_YORK);
    expect(cell && cellText({ ...reader, now: Date.parse("2027-01-01") }, cell)).toMatch(/, past$/);
    expect(shut && cellText(reader, shut)).toMatch(/, closed$/);
  });

  it("of a holiday or time off of days reads its name, whatever is open", () => {
    const days = { start_date: "2026-12-01", end_date: "2026-12-02" };
    const off = columnOf("2026-12-02", { calendar: { holidays: [{ ...days, name: "Office closed" }] } });
    expect(textsOf(off)).toHaveLength(16);
    expect(textsOf(off)[0]).toBe("Wednesday, December 2, 9:00 AM, holiday, Office closed");
    expect(
      textsOf(columnOf("2026-12-03", { calendar: { time_off: [{ ...days, reason: "x" }] } }))[0],
    ).toMatch(/not free/);
  });
});

describe("a block", () => {
  const spans = (blocks: readonly Block[], column: Column) =>
    placed(blocks, column.halfHours, gridWith([column]).rows).map(({ top, bottom, lane, lanes }) => [
      top,
      bottom,
      lane,
      lanes,
    ]);

  it("lies at its minutes", () => {
    const at = columnOf("2026-12-01", {
      calendar: { consultations: [consultation("x", "2026-12-01T13:10:00Z", 35)] },
    });
    expect(spans(at.blocks, at)).toEqual([[0.333, 1.5, 0, 1]]);
  });

  it.each([
    ["through the hour that the clock leaves out", "2026-03-08", "2026-03-08T06:30:00Z", [1, 5]],
    ["through the hour that the clock shows twice", "2026-11-01", "2026-11-01T05:30:00Z", [2, 4]],
  ])("lies %s", (_title, date, start, span) => {
    const column = columnOf(date, {
      windows: [{ start: "00:30", end: "03:30" }],
      calendar: { consultations: [consultation("x", start)] },
    });
    const week = [columnOf(weekOf(date)[0] ?? "", { windows: [{ start: "01:00", end: "03:30" }] }), column];
    const rows = gridWith(week).rows.slice(date < "2026-06" ? 1 : 0);
    const [{ top, bottom } = { top: 0, bottom: 0 }] = placed(column.blocks, column.halfHours, rows);
    expect([top, bottom]).toEqual(span);
  });

  it("shares the width with those that it overlaps", () => {
    const column = columnOf("2026-12-01", {
      calendar: {
        consultations: [consultation("x", "2026-12-01T15:00:00Z"), consultation("y", "2026-12-01T17:00:00Z")],
        busy: [{ calendar: "c", start_at: "2026-12-01T15:30:00Z", end_at: "2026-12-01T16:30:00Z" }],
        time_off: [{ start_at: "2026-12-01T16:00:00Z", end_at: "2026-12-01T16:30:00Z", reason: "" }],
      },
    });
    expect(spans(column.blocks, column)).toEqual([
      [2, 4, 0, 2],
      [3, 5, 1, 2],
      [4, 5, 0, 2],
      [6, 8, 0, 1],
    ]);
  });

  it.each([
    [{ start_at: "2026-12-01T09:00:00Z", end_at: "2026-12-01T10:00:00Z" }, [true]],
    [{ start_at: "2026-12-01T05:00:00Z", end_at: "2026-12-02T05:00:00Z" }, [false]],
    [{ start_at: "2026-11-30T05:00:00Z", end_at: "2026-12-01T08:00:00Z" }, [false]],
    [{ start_at: "2026-11-30T05:00:00Z", end_at: "2026-12-01T05:00:00Z" }, []],
  ])("stretches the rows unless it is an absence that begins or ends with the day: %j", (times, expected) => {
    const { blocks, halfHours } = columnOf("2026-12-01", {
      calendar: { busy: [{ calendar: "c", ...times }] },
    });
    expect(blocks.map((block) => stretches(block, halfHours))).toEqual(expected);
  });
});

describe("a move", () => {
  const here = consultation("x", "2026-12-01T15:00:00.000Z");
  const column = columnOf("2026-12-01", {
    calendar: { consultations: [here, consultation("y", "2026-12-01T17:00:00Z")] },
  });
  const free = ["2026-12-01T18:00:00.000Z", "2026-12-01T18:15:00.000Z"];
  const startsAt = (instant: string, to = column) => {
    const halfHour = to.halfHours.find(({ start }) => start === Date.parse(instant));
    return halfHour ? startsToMove(here, halfHour, to, free).map((start) => start.slice(11, 16)) : [];
  };

  it.each([
    ["is free", "2026-12-01T18:00:00Z", ["18:00", "18:15"]],
    ["only its own slot takes", "2026-12-01T15:30:00Z", ["15:30", "15:45"]],
    ["it has now", "2026-12-01T15:00:00Z", ["15:15"]],
    ["ends in another's slot", "2026-12-01T16:30:00Z", []],
  ])("is offered a start that %s", (_title, instant, starts) => expect(startsAt(instant)).toEqual(starts));

  it("is not offered a start before the office opens, though only its own slot is in the way", () => {
    const late = { ...column, open: openTimes(column.halfHours, [{ start: "10:00", end: "17:00" }]) };
    expect(startsAt("2026-12-01T14:30:00Z")).toEqual(["14:30", "14:45"]);
    expect(startsAt("2026-12-01T14:30:00Z", late)).toEqual([]);
  });

  it("is not offered what its slot takes of another attorney's", () => {
    expect(startsAt("2026-12-01T15:30:00Z", { ...column, attorneyId: "b" })).toEqual([]);
  });

  it.each([
    [[], "a", null],
    [["2026-12-01T15:00:00.000Z"], "a", null],
    [["2026-12-01T15:00:00.000Z"], "b", { start: "2026-12-01T15:00:00.000Z", attorneyId: "b" }],
    [free, "a", { start: free[0], attorneyId: "a" }],
  ])("by a drop on a half hour with the starts %j of %s asks for %j", (starts, attorneyId, expected) => {
    expect(dropOn(here, Object({ starts, column: { ...column, attorneyId } }))).toEqual(expected);
  });
});

describe("a key", () => {
  const week = ["2026-03-07", "2026-03-08"].map((date) =>
    columnOf(date, { windows: [{ start: "01:00", end: "04:00" }] }),
  );
  const grid = gridWith([...week, columnOf("2026-03-09", { windows: [{ start: "02:30", end: "03:30" }] })]);

  it.each([
    ["ArrowDown", { row: 0, column: 0 }, { row: 1, column: 0 }],
    ["ArrowDown", { row: 5, column: 0 }, { row: 5, column: 0 }],
    ["ArrowUp", { row: 0, column: 0 }, { row: 0, column: 0 }],
    ["ArrowDown", { row: 1, column: 1 }, { row: 4, column: 1 }],
    ["ArrowUp", { row: 4, column: 1 }, { row: 1, column: 1 }],
    ["ArrowRight", { row: 2, column: 0 }, { row: 1, column: 1 }],
    ["ArrowLeft", { row: 4, column: 1 }, { row: 4, column: 0 }],
    ["ArrowLeft", { row: 2, column: 0 }, { row: 2, column: 0 }],
    ["ArrowRight", { row: 2, column: 2 }, { row: 2, column: 2 }],
    ["Home", { row: 0, column: 2 }, { row: 3, column: 2 }],
    ["End", { row: 0, column: 2 }, { row: 4, column: 2 }],
    ["PageUp", { row: 0, column: 2 }, { days: -7 }],
    ["PageDown", { row: 0, column: 2 }, { days: 7 }],
    ["a", { row: 0, column: 0 }, undefined],
  ])("%s moves from %j to %j", (key, from, to) => expect(moveOf(key, from, grid)).toEqual(to));
});
