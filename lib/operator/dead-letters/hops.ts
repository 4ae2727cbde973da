import { SQSClient } from "@aws-sdk/client-sqs";
import { Argument } from "commander";
import { parseFeedMessage, sendFeed } from "../../../shared/calendars/feed-queue.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { parseAttemptMessage, sendAttempt } from "../../../shared/webhooks/webhook-queue.ts";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import { changeReader, discardedBatch, unpublishable } from "./changes.ts";
import { type Hop, type LetterReader, REPLAYED } from "./dead-letter.ts";
import { eventReader, readFailedEvent, readUninvokedEvent } from "./events.ts";
import { mayHoldOthers, type ReadLetter, selectLetters } from "./selection.ts";
import { bucketLetters, queueLetters } from "./stored-letters.ts";

/** Reads attempts at a delivery. An attempt is void if the sweep has queued its delivery again. */
const attemptReader = (deployment: Deployment): LetterReader => {
  const deliveries = {
    url: physicalIdOf(deployment, "AWS::SQS::Queue", "Deliveries"),
    client: new SQSClient(deployment.clientConfig),
  };
  return ({ body }) => {
    const message = parseAttemptMessage(body);
    const { firmId, eventId: subjectId, webhookId } = message;
    return {
      entries: [
        { firmId, leadId: null, subjectId, eventType: null, webhookId, attempt: message.dueAtMilliseconds },
      ],
      reason: "received too often",
      replay: async () => {
        await sendAttempt(deliveries, { message });
        return REPLAYED;
      },
    };
  };
};

/** Reads feeds to read. A message is void if the sweep has queued its feed again. */
const feedReader = (deployment: Deployment): LetterReader => {
  const feeds = {
    url: physicalIdOf(deployment, "AWS::SQS::Queue", "Feeds"),
    client: new SQSClient(deployment.clientConfig),
  };
  return ({ body }) => {
    const message = parseFeedMessage(body);
    return {
      entries: [
        {
          firmId: message.firmId,
          leadId: null,
          subjectId: message.id,
          eventType: null,
          attempt: message.version,
        },
      ],
      reason: "received too often",
      replay: async () => {
        await sendFeed(feeds, message);
        return REPLAYED;
      },
    };
  };
};

/** All hops from the table to the firms' endpoints, in an event's order, and that of feeds. */
export const HOPS: readonly Hop[] = [
  {
    name: "PublishEventsDeadLetters",
    runbook: "publishing-dead-letters",
    letters: queueLetters,
    reader: changeReader(unpublishable),
  },
  {
    name: "DiscardedChanges",
    runbook: "late-events",
    letters: bucketLetters,
    reader: changeReader(discardedBatch),
  },
  {
    name: "RuleDeadLetters",
    runbook: "fan-out-dead-letters",
    letters: queueLetters,
    reader: eventReader(readUninvokedEvent),
  },
  {
    name: "FanOutDeadLetters",
    runbook: "fan-out-dead-letters",
    letters: queueLetters,
    reader: eventReader(readFailedEvent),
  },
  {
    name: "DeliveryDeadLetters",
    runbook: "delivery-dead-letters",
    letters: queueLetters,
    reader: attemptReader,
  },
  {
    name: "FeedDeadLetters",
    runbook: "feed-dead-letters",
    letters: queueLetters,
    reader: feedReader,
  },
];

/** Returns the argument `<hop>`, or `[hop]` for a command that takes all by default. */
export const hopArgument = (name: string) =>
  new Argument(name, "where they are kept").choices(HOPS.map((hop) => hop.name));

/** @throws Error if there is no such hop */
export const findHop = (name: string): Hop => {
  const hop = HOPS.find((each) => each.name === name);
  if (hop) return hop;
  throw new Error(`there is no ${name}`);
};

/**
 * Deletes the dead letters of a firm from every hop.
 * @returns the count of deleted letters (in a dry run, of those to delete), and the letters that are kept
 * because they hold, or may hold, other firms
 */
export const dropFirmLetters = async (
  deployment: Deployment,
  { firmId, dryRun }: { readonly firmId: FirmId; readonly dryRun: boolean },
): Promise<{ count: number; kept: ReadLetter[] }> => {
  const kept: ReadLetter[] = [];
  let count = 0;
  for await (const read of lettersOfFirm(deployment, firmId)) {
    if (mayHoldOthers(read, { firm: firmId })) kept.push(read);
    else {
      count += 1;
      if (!dryRun) await read.letter.delete();
    }
  }
  return { count, kept };
};

async function* lettersOfFirm(deployment: Deployment, firm: FirmId) {
  for (const hop of HOPS) yield* selectLetters(deployment, hop, { firm });
}
