import { format } from "node:util";
import { jest } from "@jest/globals";

/** Returns the array that collects console output until the end of the test, one entry per call. */
export const captureLog = (): string[] => {
  const lines: string[] = [];
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
