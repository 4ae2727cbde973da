import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { Queue, type ReceivedMessage } from "../../../../lib/local/sqs/queue.ts";
import { fakeDate } from "../../../support/fake-date.ts";

beforeEach(() => {
  fakeDate(Date.now());
});
afterEach(() => {
  jest.useRealTimers();
});

const open = () => new Queue(30);
const bodies = (messages: readonly ReceivedMessage[]) => messages.map(({ body }) => body);
const advance = (seconds: number) => jest.setSystemTime(Date.now() + seconds * 1_000);
const fill = (queue: Queue, texts: string, groupId?: string) => {
  for (const body of texts) queue.send({ body, groupId });
};

describe("a queue", () => {
  it("returns at most the requested number of messages, oldest first", () => {
    const queue = open();
    fill(queue, "abc");
    expect([bodies(queue.receive(2)), bodies(queue.receive(2)), queue.receive(2)]).toEqual([
      ["a", "b"],
      ["c"],
      [],
    ]);
  });

  it("hides a delayed message until it is due", () => {
    const queue = open();
    queue.send({ body: "a", delaySeconds: 5 });
    queue.send({ body: "b", delaySeconds: 900 });
    expect([queue.receive(9), queue.counts()]).toEqual([[], { visible: 0, inFlight: 0, delayed: 2 }]);
    advance(5);
    expect(bodies(queue.receive(9))).toEqual(["a"]);
    advance(894);
    expect(bodies(queue.receive(9))).toEqual(["a"]);
    advance(1);
    expect(bodies(queue.receive(9))).toEqual(["b"]);
  });

  it("returns a message again after its visibility timeout, unless it was deleted", () => {
    const queue = open();
    fill(queue, "ab");
    const [first] = queue.receive(9);
    queue.delete(first?.receiptHandle ?? "");
    advance(29);
    expect([queue.receive(9), queue.counts().inFlight]).toEqual([[], 1]);
    advance(1);
    expect(queue.receive(9)).toMatchObject([{ body: "b", receiveCount: 2 }]);
  });

  it("changes the visibility only of messages in flight", () => {
    const queue = open();
    fill(queue, "a");
    const [{ receiptHandle } = { receiptHandle: "" }] = queue.receive(1);
    queue.changeVisibility(receiptHandle, 100);
    advance(99);
    expect(queue.receive(1)).toEqual([]);
    queue.changeVisibility(receiptHandle, 0);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
    advance(30);
    queue.changeVisibility(receiptHandle, 10);
    expect(bodies(queue.receive(1))).toEqual(["a"]);
  });

  it("returns a quiet group's message before those of a busy group", () => {
    const queue = open();
    fill(queue, "aaaaaa", "busy");
    expect(queue.receive(2)).toHaveLength(2);
    fill(queue, "b", "quiet");
    fill(queue, "c");
    expect(bodies(queue.receive(9))).toEqual(["b", "c", "a", "a", "a", "a"]);
  });
});
