import * as z from "zod";
import { toBatches } from "../../../shared/runtime/to-batches.ts";
import { type Deployment, tableOf } from "../deployment.ts";
import { bucketLetters } from "./bucket-letters.ts";
import { changeEntry, type StreamRecord, streamRecord, withoutErased } from "./changes.ts";
import { type Hop, type LetterContents, REPLAYED, type ReplayOutcome } from "./dead-letter.ts";
import { invoker } from "./invoke.ts";
import { queueLetters } from "./stored-letters.ts";

/** Lambda invokes synchronously with at most 6 MB; this leaves room for what is around the records. */
const INVOCATION_LIMITS = {
  entriesMaximum: 100,
  bytesMaximum: 6 * 1024 * 1024 - 1_024,
  bytesOf: (record: StreamRecord) => Buffer.byteLength(JSON.stringify(record)) + 1,
};

const refused = (note: string): ReplayOutcome => ({ result: "refused", note });

const KEYS_ONLY = refused("the record was too large, only its keys are kept: see the runbook, and drop it");
const ERASED = refused("it holds an erased lead: drop it");

/** Publishes records in order with the event ids that they always have; never those of a lead that was erased since. */
const publisher = (deployment: Deployment) => {
  const invoke = invoker(deployment, "EventsPublishEvents");
  const table = tableOf(deployment);
  const publishAll = async (records: readonly StreamRecord[]): Promise<ReplayOutcome> => {
    for (const Records of toBatches(records, INVOCATION_LIMITS)) {
      const outcome = await invoke({ Records });
      if (outcome.result !== "replayed") return outcome;
    }
    return REPLAYED;
  };
  return async (records: readonly StreamRecord[]): Promise<ReplayOutcome> => {
    if (records.some(({ dynamodb }) => dynamodb.NewImage === undefined)) return KEYS_ONLY;
    const publishable = await withoutErased(table, records);
    if (publishable.length === 0) return ERASED;
    const outcome = await publishAll(publishable);
    return { ...outcome, note: outcome.note ?? noteOf(records.length - publishable.length) };
  };
};

const noteOf = (erased: number) => (erased === 0 ? null : `without ${erased} changes of erased leads`);

const contentsOf = (
  records: readonly StreamRecord[],
  reason: string,
  publish: ReturnType<typeof publisher>,
): LetterContents => ({ entries: records.map(changeEntry), reason, replay: () => publish(records) });

const unpublishable = z.object({ reason: z.string(), record: streamRecord });

/** Stream records that could never be published. */
export const publishEventsDeadLetters: Hop = {
  name: "PublishEventsDeadLetters",
  runbook: "publishing-dead-letters",
  open: (deployment) => {
    const publish = publisher(deployment);
    return {
      letters: () => queueLetters(deployment, "PublishEventsDeadLetters"),
      read: ({ body }) => {
        const { reason, record } = unpublishable.parse(JSON.parse(body));
        // The rest is the stack.
        return contentsOf([record], reason.split("\n")[0] ?? "", publish);
      },
    };
  },
};

const payload = z.object({ Records: z.array(streamRecord).min(1) });

const discardedBatch = z.object({
  requestContext: z.object({ condition: z.string() }),
  payload: z.union([payload, z.string().transform((text) => payload.parse(JSON.parse(text)))]),
});

/** Batches of stream records that were retried in vain. */
export const discardedChanges: Hop = {
  name: "DiscardedChanges",
  runbook: "late-events",
  open: (deployment) => {
    const publish = publisher(deployment);
    return {
      letters: () => bucketLetters(deployment, "DiscardedChanges"),
      read: ({ body }) => {
        const { requestContext, payload: batch } = discardedBatch.parse(JSON.parse(body));
        return contentsOf(batch.Records, requestContext.condition, publish);
      },
    };
  },
};
