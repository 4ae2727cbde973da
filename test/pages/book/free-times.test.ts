import { describe, expect, it } from "@jest/globals";
import { FreeTimes } from "../../../pages/book/free-times.ts";
import { timeFormat } from "../../../pages/book/time-format.ts";

const now = () => Date.parse("2055-03-03T10:00:00.000Z");
const START = "2055-03-04T10:00:00.000Z";

/** Free times whose answers are given in turn. Records how often the link was read. */
const searched = (answers: readonly string[][], isOpen = true) => {
  let reads = 0;
  const rest = [...answers];
  const api = { now, availability: async () => rest.shift() ?? [] };
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
  return { free, reads: () => reads };
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
});
