import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ResourceNotFoundException,
} from "@aws-sdk/client-lambda";
import { ListObjectsV2Command, NoSuchBucket, S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, QueueDoesNotExist, SQSClient } from "@aws-sdk/client-sqs";
import { HOPS } from "../dead-letters/hops.ts";
import { type Deployment, physicalIdOf, resourcesOf } from "../deployment.ts";
import { CHANGED, type Check, expectThat, type Finding, problem } from "./check.ts";

const QUEUE = "AWS::SQS::Queue";

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

const countMessages = async ({ clientConfig }: Deployment, QueueUrl: string) => {
  const { Attributes = {} } = await new SQSClient(clientConfig).send(
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

const countObjects = async ({ clientConfig }: Deployment, Bucket: string) => {
  const { KeyCount = 0 } = await new S3Client(clientConfig).send(new ListObjectsV2Command({ Bucket }));
  return KeyCount;
};

const countLetters = async (deployment: Deployment, name: string) => {
  const [queue] = resourcesOf(deployment, QUEUE).filter((each) => each.name.endsWith(name));
  if (queue) return countMessages(deployment, queue.physicalId);
  return countObjects(deployment, physicalIdOf(deployment, "AWS::S3::Bucket"));
};

const checkDeadLetters = (deployment: Deployment): Promise<Finding[]> =>
  Promise.all(
    HOPS.map(async ({ name, runbook }) => {
      const count = await countLetters(deployment, name).catch(nullIfDeleted);
      if (count === null) return missing(name);
      const action = `dead-letters list ${name}, remove the cause, then dead-letters replay ${name}`;
      return expectThat(count === 0, name, `${count} dead letters`, { action, runbook });
    }),
  );

export const EVENT_CHECKS: readonly Check[] = [
  { name: "event source mappings", isHostedLocally: true, run: checkMappings },
  { name: "dead letters", isHostedLocally: true, run: checkDeadLetters },
];
