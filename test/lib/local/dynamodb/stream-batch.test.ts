import { describe, expect, it } from "@jest/globals";
import { type BatchRules, deliverBatch, type GivenUp } from "../../../../lib/local/dynamodb/stream-batch.ts";
import type { StreamRecord } from "../../../../lib/local/lambda/lambda-record.ts";

const RULES: BatchRules = {
  maximumRetryAttempts: 2,
  maximumRecordAgeSeconds: -1,
  bisects: false,
  reportsItemFailures: true,
};

const record = (SequenceNumber: string, ageSeconds = 0): StreamRecord => ({
  eventID: SequenceNumber,
  eventSourceARN: "arn",
  dynamodb: { SequenceNumber, ApproximateCreationDateTime: Date.now() / 1_000 - ageSeconds },
});

const named = (records: readonly StreamRecord[]) => records.map(({ eventID }) => eventID).join("");

type Answer = (batch: string, tries: number) => unknown;

const failing = (...identifiers: string[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

const crash = () => {
  throw new Error("crash");
};

/** Delivers "abcd" or what is given; tells what was invoked, given up and checkpointed. */
const deliver = async (
  answer: Answer,
  rules: Partial<BatchRules> = {},
  records = [..."abcd"].map((n) => record(n)),
) => {
  const invoked: string[] = [];
  const givenUp: [string, GivenUp["condition"]][] = [];
  const checkpoints: string[] = [];
  const pauses: number[] = [];
  await deliverBatch(
    records,
    { ...RULES, ...rules },
    {
      invoke: async (batch) => {
        invoked.push(named(batch));
        return answer(named(batch), invoked.length);
      },
      giveUp: ({ records: batch, condition }) => givenUp.push([named(batch), condition]),
      checkpoint: (last) => checkpoints.push(named([last])),
      pause: async (failures) => {
        pauses.push(failures);
      },
    },
  );
  return { invoked, givenUp, checkpoints, pauses };
};

describe("deliverBatch", () => {
  it.each([undefined, null, {}, { batchItemFailures: [] }, { batchItemFailures: null }])(
    "is done after one invocation that returns %j",
    async (result) => {
      const { invoked, checkpoints } = await deliver(() => result);
      expect({ invoked, checkpoints }).toEqual({ invoked: ["abcd"], checkpoints: ["d"] });
    },
  );

  it("goes on from the lowest failed record, and keeps what is done", async () => {
    const { invoked, checkpoints } = await deliver((_batch, tries) => (tries === 1 ? failing("d", "c") : {}));
    expect({ invoked, checkpoints }).toEqual({ invoked: ["abcd", "cd"], checkpoints: ["b", "d"] });
  });

  it.each([
    ["an exception", crash],
    ["an unknown sequence number", () => failing("z")],
    ["an empty identifier", () => failing("")],
    ["a malformed answer", () => ({ batchItemFailures: "all" })],
  ])("tries the whole batch again after %s", async (_what, fail) => {
    const { invoked } = await deliver((_batch, tries) => (tries === 1 ? fail() : {}));
    expect(invoked).toEqual(["abcd", "abcd"]);
  });

  it("ignores what is returned where item failures are not declared", async () => {
    const { invoked } = await deliver(() => failing("a"), { reportsItemFailures: false });
    expect(invoked).toEqual(["abcd"]);
  });

  it("halves a failing batch until the poison is alone, in order and without losing the rest", async () => {
    const { invoked, givenUp, checkpoints } = await deliver((batch) => (batch.includes("b") ? crash() : {}), {
      bisects: true,
    });
    expect(invoked).toEqual(["abcd", "ab", "a", "b", "b", "b", "cd"]);
    expect(givenUp).toEqual([["b", "RetryAttemptsExhausted"]]);
    expect(checkpoints).toEqual(["a", "b", "d"]);
  });

  it("gives up after the declared retries", async () => {
    const { invoked, givenUp, checkpoints, pauses } = await deliver(crash);
    expect(invoked).toEqual(["abcd", "abcd", "abcd"]);
    expect(givenUp).toEqual([["abcd", "RetryAttemptsExhausted"]]);
    expect(checkpoints).toEqual(["d"]);
    expect(pauses).toEqual([1, 2, 3]);
  });

  it("counts anew once it got further", async () => {
    const { invoked, givenUp } = await deliver((batch) =>
      batch.startsWith("d") ? crash() : failing(batch.charAt(1)),
    );
    expect(invoked).toEqual(["abcd", "bcd", "cd", "d", "d", "d"].slice(0, invoked.length));
    expect(givenUp).toEqual([["d", "RetryAttemptsExhausted"]]);
  });

  it("goes on without end where no limit is declared", async () => {
    const { invoked, givenUp } = await deliver((_batch, tries) => (tries < 50 ? crash() : {}), {
      maximumRetryAttempts: -1,
    });
    expect([invoked.length, givenUp]).toEqual([50, []]);
  });

  it("gives up records past their age and delivers the others", async () => {
    const { invoked, givenUp } = await deliver(() => ({}), { maximumRecordAgeSeconds: 60 }, [
      record("a", 300),
      record("b"),
    ]);
    expect([invoked, givenUp]).toEqual([["b"], [["a", "RecordAgeExceeded"]]]);
  });

  it("leaves the rest undone when it may not pause", async () => {
    const checkpoints: string[] = [];
    const delivery = deliverBatch(
      [..."abc"].map((n) => record(n)),
      RULES,
      {
        invoke: async () => failing("b"),
        giveUp: () => {},
        checkpoint: (last) => checkpoints.push(named([last])),
        pause: () => Promise.reject(new Error("stopped")),
      },
    );
    await expect(delivery).rejects.toThrow("stopped");
    expect(checkpoints).toEqual(["a"]);
  });
});
