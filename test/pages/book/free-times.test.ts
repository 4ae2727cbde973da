import { beforeEach, describe, expect, it } from "@jest/globals";
import { FreeTimes } from "../../../pages/book/free-times.ts";
import { timeFormat } from "../../../pages/shared/time-format.ts";

let time: string;
beforeEach(() => {
  time = "2055-03-03T10:00:00.000Z";
});
const now = () => Date.parse(time);
const START = "2055-03-04T10:00:00.000Z";

/** Free times whose answers are given in turn. Records what was searched, and how often the link was read. */
const searched = (answers: readonly string[][], isOpen = true) => {
  let reads = 0;
  const rest = [...answers];
  const ranges: { from: string; to: string }[] = [];
  const availability = async (range: { from: string; to: string }) => {
    ranges.push(range);
    return rest.shift() ?? [];
  };
  const api = { now, availability };
  const free = new FreeTimes(
    { api, locale: "en-US", here: timeFormat("en-US", "UTC", now) },
    {
      meeting: { duration_min: 60 },
      current: null,
      stillAllowed: async () => {
        reads += 1;
        return isOpen;
      },
    },
  );
  return { free, ranges, reads: () => reads };
};

describe("a search for free times", () => {
  it("does not read the link while something is free", async () => {
    const { free, reads } = searched([[], ["2055-04-04T10:00:00.000Z"]]);
    expect(await free.find(free.earliest, 3)).toBe(true);
    expect([free.days.length, reads()]).toEqual([1, 0]);
  });

  it("says that nothing is free only if the link still allows the choice", async () => {
    const { free, reads } = searched([[], [], []]);
    expect(await free.find(free.earliest, 3)).toBe(true);
    expect([free.days, reads()]).toEqual([[], 1]);
  });

  it("keeps what it has found if the choice is no longer open", async () => {
    const { free } = searched([[START], []], false);
    await free.find(free.earliest);
    const { first, days } = free;
    expect(await free.find(free.weeksOf("2055-04-20"))).toBe(false);
    expect([free.first, free.days]).toEqual([first, days]);
  });

  it.each([
    ["a time was chosen", [[START]]],
    ["nothing was free", [[]]],
  ])("begins today at the earliest, also weeks after the page was opened when %s", async (_, found) => {
    const { free, ranges } = searched(found);
    await free.find(free.earliest);
    free.start = free.day?.starts[0];
    time = "2055-04-14T10:00:00.000Z";
    await free.findAgain();
    expect(ranges[1]).toEqual({ from: time, to: "2055-05-09T12:00:00.000Z" });
    expect([free.first, free.start]).toEqual(["2055-04-11", undefined]);
  });

  it("shows the same weeks again", async () => {
    const { free, ranges } = searched([[START], ["2055-04-20T10:00:00.000Z"], []]);
    await free.find(free.earliest);
    await free.find(free.weeksOf("2055-04-20"));
    await free.findAgain();
    expect(ranges[2]).toEqual(ranges[1]);
  });
});

describe("the shown days", () => {
  it.each([
    ["the present week, some days of which have passed", "2055-03-03", "2055-03-04", ["2055-02-28", 28]],
    ["no week that is over but for today", "2055-03-06", "2055-03-08", ["2055-03-07", 21]],
    ["no present week without free days", "2055-03-03", "2055-03-08", ["2055-03-07", 21]],
    ["the present week on its first day", "2055-02-28", "2055-03-08", ["2055-02-28", 28]],
  ])("have %s", async (_, today, free, shown) => {
    time = `${today}T10:00:00.000Z`;
    const times = searched([[`${free}T10:00:00.000Z`]]).free;
    await times.find(times.earliest);
    expect([times.dates[0], times.dates.length]).toEqual(shown);
    expect([times.isEarliest, times.date]).toEqual([true, free]);
  });

  it("have all weeks of a later time, also those without free days", async () => {
    const { free } = searched([[START], []]);
    await free.find(free.earliest);
    await free.find(free.weeksOf("2055-03-28"));
    expect([free.dates[0], free.dates.length, free.isEarliest]).toEqual(["2055-03-28", 28, false]);
  });
});
