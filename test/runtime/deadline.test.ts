import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, jest } from "@jest/globals";
import {
  deadlineSignal,
  endCallsAtDeadline,
  monotonicMilliseconds,
  runWithDeadline,
} from "../../shared/runtime/deadline.ts";
import { ReadAgain, retryReads } from "../../shared/table/retry.ts";

const readAgain = async () => {
  throw new ReadAgain();
};

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("runWithDeadline", () => {
  it("aborts what the action waits for", async () => {
    const waiting = runWithDeadline(20, () => sleep(3_600_000, undefined, { signal: deadlineSignal() }));
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
  });

  it("stops the tries of a conflicting write while there is time for the last one", async () => {
    const conflicting = runWithDeadline(4_300, () => retryReads(readAgain));
    await expect(conflicting).rejects.toMatchObject({ code: "unavailable" });
  });

  it("repeats a conflicting write until then, however long its next wait would be", async () => {
    jest.spyOn(Math, "random").mockReturnValue(0.99);
    const begun = monotonicMilliseconds();
    // Waits of 40 and 80 ms fit, 160 more do not.
    const conflicting = runWithDeadline(4_250, () => retryReads(readAgain));
    await expect(conflicting).rejects.toMatchObject({ code: "unavailable" });
    expect(monotonicMilliseconds() - begun).toBeGreaterThan(240);
  });

  it("aborts the wait between two tries of a conflicting write", async () => {
    const errors: unknown[] = [];
    const conflicting = runWithDeadline(60_000, async () => {
      void retryReads(readAgain).catch((error) => errors.push(error));
      await sleep(50);
    });
    await conflicting;
    await sleep(0);
    expect(errors).toMatchObject([{ name: "AbortError" }]);
  });

  it("returns the action's value, leaves no timer, and aborts remaining calls of the action", async () => {
    const before = timers();
    const leftBehind = await runWithDeadline(60_000, async () => [deadlineSignal()]);
    expect([timers(), leftBehind[0]?.aborted]).toEqual([before, true]);
  });

  it("keeps the deadlines of concurrent invocations apart, and has none outside", async () => {
    const isAbortedLater = async () => {
      const signal = deadlineSignal();
      await sleep(50);
      return signal?.aborted;
    };
    const aborted = [runWithDeadline(10, isAbortedLater), runWithDeadline(60_000, isAbortedLater)];
    expect(await Promise.all(aborted)).toEqual([true, false]);
    expect(deadlineSignal()).toBeUndefined();
  });
});

it("endCallsAtDeadline passes the invocation's signal to each request, unless the call has one", async () => {
  const received: unknown[] = [];
  const handle = async (_: unknown, options?: { abortSignal?: unknown }) => {
    received.push(options?.abortSignal);
  };
  const { requestHandler } = endCallsAtDeadline({ config: { requestHandler: { handle } } }).config;
  const request = {};
  const own = new AbortController().signal;
  await runWithDeadline(1_000, async () => {
    await requestHandler.handle(request);
    await requestHandler.handle(request, { abortSignal: own });
    expect(received).toEqual([deadlineSignal(), own]);
  });
});
