import { format } from "node:util";
import { jest } from "@jest/globals";

/** Everything that is written to the console from here to the end of the test, one text for each call. */
export const captureLog = (): string[] => {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    const write = console[level];
    const show = jest.isMockFunction(write) ? undefined : write;
    jest.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(format(...parts));
      show?.(...parts); // with a failure of the test
    });
  }
  return lines;
};
