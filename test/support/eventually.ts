import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";

type Patience = { readonly timeout?: number; readonly interval?: number };

/** Repeats `expect(await read())` until it passes, or throws the last mismatch after `timeout` milliseconds. */
export const eventually = (read: () => unknown, { timeout = 120_000, interval = 50 }: Patience = {}) => {
  const deadline = performance.now() + timeout;

  const retry = async (assertion: () => Promise<void>): Promise<void> => {
    try {
      await assertion();
    } catch (mismatch) {
      if (performance.now() > deadline) throw mismatch;
      await sleep(interval);
      await retry(assertion);
    }
  };

  return {
    toBe: (expected: unknown) => retry(async () => expect(await read()).toBe(expected)),
    toEqual: (expected: unknown) => retry(async () => expect(await read()).toEqual(expected)),
    toContain: (expected: string) => retry(async () => expect(await read()).toContain(expected)),
    toBeGreaterThan: (expected: number) => retry(async () => expect(await read()).toBeGreaterThan(expected)),
  };
};
