import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Queue, type QueueRules, type ReceivedMessage } from "../../../../lib/local/sqs/queue.ts";
import { fakeDate } from "../../../support/fake-date.ts";

const RULES: QueueRules = {
  visibilitySeconds: 30,
  delaySeconds: 0,
  retentionSeconds: 3_600,
  receivesMaximum: Number.POSITIVE_INFINITY,
};

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "intake-queue-"));
  fakeDate(Date.now());
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(directory, { recursive: true });
});

const file = () => join(directory, "queue.jsonl");
const dead: string[] = [];
/** The queue as it is found by a process that starts now. */
const open = (rules: Partial<QueueRules> = {}) =>
  new Queue({ file: file(), rules: { ...RULES, ...rules }, onDead: ({ body }) => dead.push(body) });
const bodies = (messages: readonly ReceivedMessage[]) => messages.map(({ body }) => body);
const pass = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1_000);
const fill = (queue: Queue, texts: string, groupId?: string) => {
  for (const body of texts) queue.send({ body, groupId });
};

describe("a queue", () => {
  it("hands out up to so many messages, the oldest first", () => {
    const queue = open();
    fill(queue, "abc");
    expect([bodies(queue.receive(2)), bodies(queue.receive(2)), queue.receive(2)]).toEqual([
      ["a", "b"],
      ["c"],
      [],
    ]);
  });

  it("hides a delayed message until it is due", () => {
    const queue = open({ delaySeconds: 5 });
    fill(queue, "a");
    queue.send({ body: "b", delaySeconds: 900 });
    expect([queue.receive(9), queue.counts()]).toEqual([[], { visible: 0, inFlight: 0, delayed: 2 }]);
    pass(5);
    expect(bodies(queue.receive(9))).toEqual(["a"]);
    pass(894);
    expect(bodies(queue.receive(9))).toEqual(["a"]);
    pass(1);
    expect(bodies(queue.receive(9))).toEqual(["b"]);
  });

  it("hands a message out again once its visibility is over, unless it was deleted", () => {
    const queue = open();
    fill(queue, "ab");
    const [first] = queue.receive(9);
    queue.delete(first?.receiptHandle ?? "");
    pass(29);
    expect([queue.receive(9), queue.counts().inFlight]).toEqual([[], 1]);
    pass(1);
    expect(queue.receive(9)).toMatchObject([{ body: "b", receiveCount: 2 }]);
  });

  it("changes the visibility of what is in flight, and of nothing else", () => {
    const queue = open();
    fill(queue, "a");
    const [{ receiptHandle } = { receiptHandle: "" }] = queue.receive(1);
    expect(queue.changeVisibility(receiptHandle, 100)).toBe(true);
    pass(99);
    expect(queue.receive(1)).toEqual([]);
    expect(queue.changeVisibility(receiptHandle, 0)).toBe(true);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
    pass(30);
    expect(queue.changeVisibility(receiptHandle, 10)).toBe(false);
    expect(queue.changeVisibility("nobody:1", 10)).toBe(false);
  });

  it("sends a message elsewhere that was received too often", () => {
    const queue = open({ receivesMaximum: 2 });
    fill(queue, "ab");
    dead.length = 0;
    for (const _ of "12") {
      expect(bodies(queue.receive(9))).toEqual(["a", "b"]);
      pass(30);
    }
    expect([queue.receive(9), dead, queue.counts().visible]).toEqual([[], ["a", "b"], 0]);
  });

  it("forgets a message that is too old", () => {
    const queue = open({ retentionSeconds: 60 });
    fill(queue, "a");
    pass(50);
    fill(queue, "b");
    pass(11);
    expect(bodies(queue.receive(9))).toEqual(["b"]);
  });

  it("hands out a quiet group's message before those of a busy one", () => {
    const queue = open();
    fill(queue, "aaaaaa", "busy");
    expect(queue.receive(2)).toHaveLength(2);
    fill(queue, "b", "quiet");
    fill(queue, "c");
    expect(bodies(queue.receive(9))).toEqual(["b", "c", "a", "a", "a", "a"]);
  });
});

describe("what is in a queue", () => {
  it("survives the process: waiting, delayed and received messages, and how often those were received", () => {
    const queue = open();
    fill(queue, "abc", "group");
    queue.send({ body: "d", delaySeconds: 60 });
    const [first] = queue.receive(2);
    queue.delete(first?.receiptHandle ?? "");
    const again = open();
    expect(again.receive(9)).toMatchObject([
      { body: "b", receiveCount: 2, groupId: "group" },
      { body: "c", receiveCount: 1 },
    ]);
    pass(60);
    expect(bodies(again.receive(9))).toContain("d");
  });

  it("survives a line cut short by a kill", () => {
    fill(open(), "a");
    appendFileSync(file(), '{"messageId":"x","bo');
    const queue = open();
    fill(queue, "b");
    expect(bodies(open().receive(9))).toEqual(["a", "b"]);
  });

  it("does not grow with what has passed through", () => {
    const queue = open();
    fill(queue, "a");
    for (let n = 0; n < 2_000; n++) {
      queue.send({ body: String(n) });
      const [message] = queue.receive(2).filter(({ body }) => body === String(n));
      queue.delete(message?.receiptHandle ?? "");
    }
    expect(readFileSync(file(), "utf8").split("\n").length).toBeLessThan(2_500);
    expect(bodies(open().receive(9))).toEqual(["a"]);
  });
});
