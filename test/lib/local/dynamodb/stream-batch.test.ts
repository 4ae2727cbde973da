import { describe, expect, it } from "@jest/globals";
import { processBatch } from "../../../../lib/local/dynamodb/stream-batch.ts";
import type { StreamRecord } from "../../../../lib/local/dynamodb/table-stream.ts";

const RECORDS = [..."abcd"].map(
  (SequenceNumber): StreamRecord => ({
    eventID: SequenceNumber,
    eventSourceARN: "arn",
    dynamodb: { SequenceNumber, ApproximateCreationDateTime: 0 },
  }),
);

const idsOf = (records: readonly StreamRecord[]) => records.map(({ eventID }) => eventID).join("");

type Respond = (batch: string, invocation: number) => unknown;

const failing = (...identifiers: string[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

const crash = () => {
  throw new Error("crash");
};

/** Processes the records "abcd"; returns the batches that were invoked, discarded and checkpointed. */
const process = async (respond: Respond, maxRetries = 2) => {
  const invoked: string[] = [];
  const discarded: [string, number][] = [];
  const checkpoints: string[] = [];
  const pauses: number[] = [];
  await processBatch(RECORDS, {
    maxRetries,
    invoke: async (batch) => {
      invoked.push(idsOf(batch));
      return respond(idsOf(batch), invoked.length);
    },
    discard: ({ records, invocations }) => discarded.push([idsOf(records), invocations]),
    checkpoint: async (last) => {
      checkpoints.push(idsOf([last]));
    },
    pause: async (failures) => {
      pauses.push(failures);
    },
  });
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
  ])("retries the whole batch, in halves, after %s", async (_case, fail) => {
    const { invoked, checkpoints } = await process((_batch, invocation) => (invocation === 1 ? fail() : {}));
    expect({ invoked, checkpoints }).toEqual({ invoked: ["abcd", "ab", "cd"], checkpoints: ["b", "d"] });
  });

  it("bisects a failing batch until the bad record is alone, in order and without losing the others", async () => {
    const { invoked, discarded, checkpoints } = await process((batch) =>
      batch.includes("b") ? crash() : {},
    );
    expect(invoked).toEqual(["abcd", "ab", "a", "b", "b", "b", "cd"]);
    expect(discarded).toEqual([["b", 3]]);
    expect(checkpoints).toEqual(["a", "b", "d"]);
  });

  it("discards a batch whose first record fails after the declared retries", async () => {
    const { invoked, discarded, checkpoints, pauses } = await process(() => failing("a"));
    expect(invoked).toEqual(["abcd", "abcd", "abcd"]);
    expect(discarded).toEqual([["abcd", 3]]);
    expect(checkpoints).toEqual(["d"]);
    expect(pauses).toEqual([1, 2, 3]);
  });

  it("resets the retry count after progress", async () => {
    const { invoked, discarded } = await process((batch) =>
      batch.startsWith("d") ? crash() : failing(batch.charAt(1)),
    );
    expect(invoked).toEqual(["abcd", "bcd", "cd", "d", "d"]);
    expect(discarded).toEqual([["d", 3]]);
  });

  it("retries without end if no limit is declared", async () => {
    const { invoked, discarded } = await process(
      (_batch, invocation) => (invocation < 50 ? failing("a") : {}),
      -1,
    );
    expect([invoked.length, discarded]).toEqual([50, []]);
  });

  it("leaves the remaining records unprocessed when the pause is aborted", async () => {
    const checkpoints: string[] = [];
    const processing = processBatch(RECORDS, {
      maxRetries: 2,
      invoke: async () => failing("b"),
      discard: () => {},
      checkpoint: async (last) => {
        checkpoints.push(idsOf([last]));
      },
      pause: () => Promise.reject(new Error("stopped")),
    });
    await expect(processing).rejects.toThrow("stopped");
    expect(checkpoints).toEqual(["a"]);
  });
});
