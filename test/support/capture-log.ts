import { format } from "node:util";
import { beforeEach, jest } from "@jest/globals";

/** Returns the array that collects console output until the end of the test, one entry per call. */
export const captureLog = (lines: string[] = []): string[] => {
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    const current = console[level];
    const original = jest.isMockFunction(current) ? undefined : current;
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(format(...parts));
      original?.(...parts); // the test environment prints it when the test fails
    });
  }
  return lines;
};

/** Collects the console output of each test. */
export const useLog = (): readonly string[] => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    captureLog(lines);
  });
  return lines;
};
