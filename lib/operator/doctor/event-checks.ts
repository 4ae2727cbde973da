import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import { ListObjectsV2Command, NoSuchBucket, S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, QueueDoesNotExist, SQSClient } from "@aws-sdk/client-sqs";
import { DEAD_LETTERS_ID } from "../../stacks/stage-names.ts";
import { type Deployment, physicalIdOf, resourcesOf } from "../deployment.ts";
import { CHANGED, type Check, expectThat, type Finding, problem } from "./check.ts";

const DELIVERY = { consumer: "deliver-webhook", runbook: "late-deliveries" };

/** The consumers by the ids of their mappings. */
const CONSUMERS = [
  { id: "Changes", consumer: "publish-events", runbook: "late-events" },
  { id: "Feeds", consumer: "fetch-feed", runbook: "late-feeds" },
];

/** Returns null for a mapping, queue or bucket that was deleted by hand. */
const nullIfDeleted = (error: unknown): null => {
  if (DELETED.some((type) => error instanceof type)) return null;
  throw error;
};

const DELETED = [ResourceNotFoundException, QueueDoesNotExist, NoSuchBucket];

const missing = (check: string) => problem(check, "missing", CHANGED);

/**
 * Drift detection does not compare mappings: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/2260
 */
const checkMappings = async (deployment: Deployment): Promise<Finding[]> => {
  const client = new LambdaClient(deployment.clientConfig);
  const mappings = resourcesOf(deployment, "AWS::Lambda::EventSourceMapping");
  return Promise.all(
    mappings.map(async ({ name, physicalId }) => {
      const command = new GetEventSourceMappingCommand({ UUID: physicalId });
      const mapping = await client.send(command).catch(nullIfDeleted);
      const { consumer, runbook } = CONSUMERS.find(({ id }) => id === name) ?? DELIVERY;
      const check = `mapping of ${consumer}`;
      if (mapping === null) return missing(check);
      const { State, LastProcessingResult = "" } = mapping;
      const isOk = State === "Enabled" && !LastProcessingResult.startsWith("PROBLEM");
      const action = State === "Enabled" ? "find out why the function fails" : "enable the mapping";
      const advice = { action, runbook };
      return expectThat(isOk, check, `${State} ${LastProcessingResult}`.trimEnd(), advice);
    }),
  );
};

const countMessages = async (deployment: Deployment) => {
  const QueueUrl = physicalIdOf(deployment, "AWS::SQS::Queue", DEAD_LETTERS_ID);
  const { Attributes = {} } = await new SQSClient(deployment.clientConfig).send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return [Attributes.ApproximateNumberOfMessages, Attributes.ApproximateNumberOfMessagesNotVisible].reduce(
    (sum, count) => sum + Number(count ?? 0),
    0,
  );
};

const countObjects = async (deployment: Deployment) => {
  const Bucket = physicalIdOf(deployment, "AWS::S3::Bucket");
  const { KeyCount = 0 } = await new S3Client(deployment.clientConfig).send(
    new ListObjectsV2Command({ Bucket }),
  );
  return KeyCount;
};

const checkDeadLetters = (deployment: Deployment): Promise<Finding[]> =>
  Promise.all(
    Object.entries({ "dead letters": countMessages, "discarded changes": countObjects }).map(
      async ([check, countOf]) => {
        const count = await countOf(deployment).catch(nullIfDeleted);
        if (count === null) return missing(check);
        const action = "dead-letters list, remove the cause, then dead-letters replay";
        return expectThat(count === 0, check, String(count), { action, runbook: "dead-letters" });
      },
    ),
  );

export const EVENT_CHECKS: readonly Check[] = [
  { name: "event source mappings", isHostedLocally: true, run: checkMappings },
  { name: "dead letters", isHostedLocally: true, run: checkDeadLetters },
];
