import { describe, expect, it, jest } from "@jest/globals";
import { within } from "../../../pages/book/within.ts";
import { elapsed } from "../../../pages/shared/clock.ts";

const NIGHT = 8 * 3_600_000;

/** Lets a night pass, in which the device sleeps and its steady clock stands still. */
const sleep = () => {
  const before = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => before + NIGHT);
};

describe("a night in which the device sleeps", () => {
  it("counts as elapsed, but no time is lost when the clock is set back", () => {
    const before = elapsed();
    sleep();
    expect(elapsed() - before).toBeGreaterThan(NIGHT - 1_000);
    jest.spyOn(Date, "now").mockReturnValue(0);
    // The two clocks differ by parts of a second.
    expect(elapsed()).toBeGreaterThan(before - 1_000);
  });

  it("ends the wait for an answer, even if one then comes", async () => {
    expect(await within(1_000, async () => "answer")).toBe("answer");
    const late = within(1_000, async () => {
      sleep();
      return "answer";
    });
    await expect(late).rejects.toThrow();
  });
});
