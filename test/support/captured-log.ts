import { format } from "node:util";
import { vi } from "vitest";

/** Everything that is written to the console from here to the end of the test, one text for each call. */
export const captureLog = (): string[] => {
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(format(...parts));
    });
  }
  return lines;
};
