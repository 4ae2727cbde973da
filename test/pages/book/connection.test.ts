import { describe, expect, it } from "@jest/globals";
import {
  answered,
  at,
  BOOK,
  CANCEL,
  DONE,
  kindOf,
  lost,
  MOVE,
  no,
  OTHER,
  play,
  unchanged,
} from "../../support/played-write.ts";

const HOUR_MILLISECONDS = 3_600_000;

const writes = (sent: readonly string[]) => sent.filter((each) => each.startsWith("write"));

describe.each([
  ["a booking", BOOK],
  ["a move", MOVE],
  ["a cancellation", CANCEL],
])("%s without a connection", (_, attempt) => {
  const done = DONE[attempt.kind];
  const until = (milliseconds: number) => (now: number) => (now < milliseconds ? lost() : done);
  /** The browser reports that the connection is missing until a time. `play` rejects what is sent meanwhile. */
  const offlineUntil = (milliseconds: number) => ({
    tries: [done],
    state: () => done,
    isOnline: (now: number) => now >= milliseconds,
  });
  /** The browser reports a connection, but each request fails at once until a time. */
  const cutOffUntil = (milliseconds: number) => ({
    takes: 0,
    tries: until(milliseconds),
    stateBefore: (now: number) => (now < milliseconds ? lost() : unchanged(attempt)),
    state: (now: number) => (now < milliseconds ? lost() : unchanged(attempt)),
  });

  it.each([4_000, 57_000])("is sent once it is back after %i ms", async (milliseconds) => {
    for (const scene of [offlineUntil(milliseconds), cutOffUntil(milliseconds)])
      expect(kindOf(await play(attempt, scene).run())).toBe("done");
  });

  it("is sent when the browser reports the connection late", async () => {
    const { run } = play(attempt, { ...offlineUntil(4_000), paused: (milliseconds) => 5 * milliseconds });
    expect(kindOf(await run())).toBe("done");
  });

  it("is reported as not sent after a minute, and is not sent later", async () => {
    const { run, sent, world } = play(attempt, offlineUntil(70_000));
    expect([kindOf(await run()), world.now(), sent]).toEqual(["unsent", 60_000, []]);
  });

  it("is not sent by a tab that was suspended meanwhile", async () => {
    for (const scene of [offlineUntil(4_000), cutOffUntil(4_000)]) {
      const { run, sent } = play(attempt, { ...scene, paused: () => 8 * HOUR_MILLISECONDS });
      await run();
      expect(writes(sent).filter((each) => each !== "write 0")).toEqual([]);
    }
  });

  it("is tried every two seconds for a minute while each try fails at once, and then asked for until it is certain", async () => {
    const { run, sent, world } = play(attempt, {
      takes: 0,
      state: (now) => (now < 200_000 ? lost() : unchanged(attempt)),
    });
    expect(kindOf(await run())).toBe("missed");
    const seconds = [...new Set(writes(sent).map((each) => Number(each.split(" ")[1])))];
    if (attempt.kind === "book") expect(seconds).toEqual(Array.from({ length: 30 }, (_, index) => 2 * index));
    expect(Math.max(...seconds)).toBeLessThan(60);
    expect(world.now()).toBeGreaterThanOrEqual(200_000);
  });

  it("is found though it was cut off at once, and the connection is lost then", async () => {
    const { run, sent } = play(attempt, {
      takes: 0,
      state: () => done,
      isOnline: (now) => now < 1 || now > 300_000,
      tries: () => lost(),
    });
    expect(kindOf(await run())).toBe("done");
    expect(sent.at(-1)).toMatch(/^read/);
  });

  it("is tried three times where the connection is dead, though the browser reports one", async () => {
    const { run, sent } = play(attempt, { takes: 10_000, state: () => unchanged(attempt) });
    expect(kindOf(await run())).toBe("missed");
    expect(writes(sent)).toHaveLength(3);
  });

  it("does not count a try during which the connection was lost", async () => {
    const tunnels = [1, 2, 3, 4].map((index) => 10_000 * index);
    const { run } = play(attempt, {
      takes: 5_000,
      tries: until(45_000),
      state: () => unchanged(attempt),
      isOnline: (now) => tunnels.every((start) => now < start - 5_000 || now >= start),
    });
    expect(kindOf(await run())).toBe("done");
  });
});

describe.each([
  ["a move", MOVE],
  ["a cancellation", CANCEL],
])("the read before %s", (_, attempt) => {
  it("ends it if the service fails or the link has ended, or if staff have changed the appointment", async () => {
    const outcomeOf = async (found: ReturnType<typeof at> | ReturnType<typeof lost>) => {
      const { run, sent } = play(attempt, { stateBefore: () => found });
      const outcome = await run();
      expect(sent).toEqual(["read 0"]);
      return outcome;
    };
    expect(await outcomeOf(await answered(500, "internal_error"))).toMatchObject({
      kind: "fault",
      failure: { requestId: "its-id" },
    });
    expect(await outcomeOf(no("ended"))).toEqual({ kind: "ended", isUnsure: false });
    expect(kindOf(await outcomeOf(at(OTHER, "rescheduled")))).toBe("changed");
    expect(kindOf(await outcomeOf(DONE[attempt.kind]))).toBe("changed");
  });

  it("sends nothing if it has no answer within a minute", async () => {
    const { run, sent } = play(attempt, { stateBefore: () => lost() });
    expect(kindOf(await run())).toBe("unsent");
    expect(writes(sent)).toEqual([]);
  });
});
