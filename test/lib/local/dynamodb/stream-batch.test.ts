import { describe, expect, it } from "@jest/globals";
import {
  type BatchSettings,
  type DiscardedBatch,
  processBatch,
} from "../../../../lib/local/dynamodb/stream-batch.ts";
import type { StreamRecord } from "../../../../lib/local/lambda/lambda-record.ts";

const SETTINGS: BatchSettings = {
  maxRetryAttempts: 2,
  maxRecordAgeSeconds: -1,
  bisectsOnError: false,
  reportsItemFailures: true,
};

const record = (SequenceNumber: string, ageSeconds = 0): StreamRecord => ({
  eventID: SequenceNumber,
  eventSourceARN: "arn",
  dynamodb: { SequenceNumber, ApproximateCreationDateTime: Date.now() / 1_000 - ageSeconds },
});

const idsOf = (records: readonly StreamRecord[]) => records.map(({ eventID }) => eventID).join("");

type Respond = (batch: string, invocation: number) => unknown;

const failing = (...identifiers: string[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

const crash = () => {
  throw new Error("crash");
};

/** Processes the records "abcd" or those given; returns the batches that were invoked, discarded and checkpointed. */
const process = async (
  respond: Respond,
  settings: Partial<BatchSettings> = {},
  records = [..."abcd"].map((n) => record(n)),
) => {
  const invoked: string[] = [];
  const discarded: [string, DiscardedBatch["condition"]][] = [];
  const checkpoints: string[] = [];
  const pauses: number[] = [];
  await processBatch(
    records,
    { ...SETTINGS, ...settings },
    {
      invoke: async (batch) => {
        invoked.push(idsOf(batch));
        return respond(idsOf(batch), invoked.length);
      },
      discard: ({ records: batch, condition }) => discarded.push([idsOf(batch), condition]),
      checkpoint: (last) => checkpoints.push(idsOf([last])),
      pause: async (failures) => {
        pauses.push(failures);
      },
    },
  );
  return { invoked, discarded, checkpoints, pauses };
};

describe("processBatch", () => {
  it.each([undefined, null, {}, { batchItemFailures: [] }, { batchItemFailures: null }])(
    "finishes after one invocation that returns %j",
    async (result) => {
      const { invoked, checkpoints } = await process(() => result);
      expect({ invoked, checkpoints }).toEqual({ invoked: ["abcd"], checkpoints: ["d"] });
    },
  );

  it("continues from the first failed record and checkpoints the ones before it", async () => {
    const { invoked, checkpoints } = await process((_batch, invocation) =>
      invocation === 1 ? failing("d", "c") : {},
    );
    expect({ invoked, checkpoints }).toEqual({ invoked: ["abcd", "cd"], checkpoints: ["b", "d"] });
  });

  it.each([
    ["an exception", crash],
    ["an unknown sequence number", () => failing("z")],
    ["an empty identifier", () => failing("")],
    ["a malformed response", () => ({ batchItemFailures: "all" })],
  ])("retries the whole batch after %s", async (_case, fail) => {
    const { invoked } = await process((_batch, invocation) => (invocation === 1 ? fail() : {}));
    expect(invoked).toEqual(["abcd", "abcd"]);
  });

  it("ignores reported failures if the mapping does not declare them", async () => {
    const { invoked } = await process(() => failing("a"), { reportsItemFailures: false });
    expect(invoked).toEqual(["abcd"]);
  });

  it("bisects a failing batch until the bad record is alone, in order and without losing the others", async () => {
    const { invoked, discarded, checkpoints } = await process(
      (batch) => (batch.includes("b") ? crash() : {}),
      {
        bisectsOnError: true,
      },
    );
    expect(invoked).toEqual(["abcd", "ab", "a", "b", "b", "b", "cd"]);
    expect(discarded).toEqual([["b", "RetryAttemptsExhausted"]]);
    expect(checkpoints).toEqual(["a", "b", "d"]);
  });

  it("discards a batch after the declared retries", async () => {
    const { invoked, discarded, checkpoints, pauses } = await process(crash);
    expect(invoked).toEqual(["abcd", "abcd", "abcd"]);
    expect(discarded).toEqual([["abcd", "RetryAttemptsExhausted"]]);
    expect(checkpoints).toEqual(["d"]);
    expect(pauses).toEqual([1, 2, 3]);
  });

  it("resets the retry count after progress", async () => {
    const { invoked, discarded } = await process((batch) =>
      batch.startsWith("d") ? crash() : failing(batch.charAt(1)),
    );
    expect(invoked).toEqual(["abcd", "bcd", "cd", "d", "d"]);
    expect(discarded).toEqual([["d", "RetryAttemptsExhausted"]]);
  });

  it("retries without end if no limit is declared", async () => {
    const { invoked, discarded } = await process((_batch, invocation) => (invocation < 50 ? crash() : {}), {
      maxRetryAttempts: -1,
    });
    expect([invoked.length, discarded]).toEqual([50, []]);
  });

  it("discards records over the maximum age and processes the others", async () => {
    const { invoked, discarded } = await process(() => ({}), { maxRecordAgeSeconds: 60 }, [
      record("a", 300),
      record("b"),
    ]);
    expect([invoked, discarded]).toEqual([["b"], [["a", "RecordAgeExceeded"]]]);
  });

  it("leaves the remaining records unprocessed when the pause is aborted", async () => {
    const checkpoints: string[] = [];
    const processing = processBatch(
      [..."abc"].map((n) => record(n)),
      SETTINGS,
      {
        invoke: async () => failing("b"),
        discard: () => {},
        checkpoint: (last) => checkpoints.push(idsOf([last])),
        pause: () => Promise.reject(new Error("stopped")),
      },
    );
    await expect(processing).rejects.toThrow("stopped");
    expect(checkpoints).toEqual(["a"]);
  });
});
