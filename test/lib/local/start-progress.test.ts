import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { startProgress } from "../../../lib/local/start-progress.ts";

let written = "";
beforeEach(() => {
  written = "";
  jest.useFakeTimers();
});

const startOn = (isTTY: boolean, columns = 80) =>
  startProgress("Starting", {
    isTTY,
    columns,
    write: (text) => {
      written += text;
    },
  });

/** Returns the lines that a terminal shows, the last one without an end. */
const shown = () => written.split("\n").map((line) => line.split("\r\x1b[K").at(-1));

describe("the progress of the start", () => {
  it("is one line on a terminal, rewritten with each step and second", () => {
    const { onStep } = startOn(true);
    onStep("bundling");
    expect(shown()).toEqual(["Starting: bundling, 0 s"]);
    jest.advanceTimersByTime(2_000);
    expect(shown()).toEqual(["Starting: bundling, 2 s"]);
    onStep("opening");
    expect(shown()).toEqual(["Starting: opening, 2 s"]);
  });

  it("makes room for another line, and disappears at the end", () => {
    const { onStep, clear, end } = startOn(true);
    onStep("bundling");
    clear();
    written += "a line\n";
    jest.advanceTimersByTime(1_000);
    expect(shown()).toEqual(["a line", "Starting: bundling, 1 s"]);
    end();
    jest.advanceTimersByTime(5_000);
    clear();
    expect(shown()).toEqual(["a line", ""]);
  });

  it("is printed once where no terminal is", () => {
    const { onStep, clear, end } = startOn(false);
    onStep("bundling");
    jest.advanceTimersByTime(2_000);
    onStep("opening");
    clear();
    end();
    expect(written).toBe("Starting\n");
  });

  it("does not wrap on a narrow terminal", () => {
    startOn(true, 12).onStep("bundling");
    expect(shown()).toEqual(["Starting: b"]);
  });

  it("is silent until the first step, so that an early failure stands alone", () => {
    startOn(true).end();
    startOn(false).end();
    expect(written).toBe("");
  });
});
