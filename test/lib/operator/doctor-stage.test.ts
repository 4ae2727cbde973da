import { GetStageCommand } from "@aws-sdk/client-apigatewayv2";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { GetEventSourceMappingCommand, ResourceNotFoundException } from "@aws-sdk/client-lambda";
import { ListObjectsV2Command, NoSuchBucket } from "@aws-sdk/client-s3";
import { ListSubscriptionsByTopicCommand } from "@aws-sdk/client-sns";
import { GetQueueAttributesCommand, QueueDoesNotExist } from "@aws-sdk/client-sqs";
import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import { feedKey } from "../../../shared/table/record-keys.ts";
import { type HealthyStage, mockHealthyStage, mockStack } from "../../support/deployed-stage.ts";
import { expectProblems, type Problem, runDoctor } from "../../support/doctor.ts";

let stage: HealthyStage;
beforeEach(() => {
  stage = mockHealthyStage();
});

const MISSING = { message: "It does not exist.", $metadata: {} };

const withTable = (changes: object) => () =>
  stage.dynamoDb.on(DescribeTableCommand).resolves({ Table: { ...stage.table, ...changes } });

const MALFORMED_FEED = feedKey(firmIdFromVerifiedSource("firm-1"), "member", "feed");

const PROBLEMS: readonly Problem[] = [
  ["a table that is restored", withTable({ TableStatus: "CREATING" }), ["table"], "CREATING"],
  [
    "an index that is deleted",
    () => withTable({ GlobalSecondaryIndexes: stage.table.GlobalSecondaryIndexes.slice(1) })(),
    ["index byListing"],
    "missing",
  ],
  [
    "a table with a limit",
    withTable({ OnDemandThroughput: { MaxReadRequestUnits: 5, MaxWriteRequestUnits: -1 } }),
    ["throughput limit of the table"],
    "5 -1",
  ],
  [
    "a mapping that is disabled",
    () => stage.lambda.on(GetEventSourceMappingCommand).resolves({ State: "Disabled" }),
    ["mapping of deliver-webhook", "mapping of fetch-feed", "mapping of publish-events"],
    "Disabled",
  ],
  [
    "a mapping that is missing beside disabled ones",
    () =>
      stage.lambda.on(GetEventSourceMappingCommand).callsFake(async ({ UUID }: { UUID: string }) => {
        if (UUID === "Deliveries") throw new ResourceNotFoundException(MISSING);
        return { State: "Disabled" };
      }),
    ["mapping of deliver-webhook", "mapping of fetch-feed", "mapping of publish-events"],
    "missing",
  ],
  [
    "a feed that cannot be read",
    () =>
      stage.dynamoDb
        .on(QueryCommand)
        .resolvesOnce({ Items: [{ ...MALFORMED_FEED, dueAt: "2026-11-02T09:00:00.000Z#feed" }] })
        .resolves({ Items: [] })
        .on(GetCommand)
        .resolves({ Item: { ...MALFORMED_FEED, failures: "broken" } }),
    ["feeds"],
    "the feed feed of the member member of the firm firm-1: A record cannot be read: ",
  ],
  [
    "a queue that is missing",
    () => stage.sqs.on(GetQueueAttributesCommand).rejects(new QueueDoesNotExist(MISSING)),
    ["dead letters"],
    "missing",
  ],
  [
    "a bucket that is missing",
    () => stage.s3.on(ListObjectsV2Command).rejects(new NoSuchBucket(MISSING)),
    ["discarded changes"],
    "missing",
  ],
  [
    "discarded changes",
    () => stage.s3.on(ListObjectsV2Command).resolves({ KeyCount: 3 }),
    ["discarded changes"],
    "3",
  ],
  [
    "dead letters, some of them in flight",
    () =>
      stage.sqs.on(GetQueueAttributesCommand).resolves({
        Attributes: { ApproximateNumberOfMessages: "1", ApproximateNumberOfMessagesNotVisible: "2" },
      }),
    ["dead letters"],
    "3",
  ],
];

describe("doctor of a stage", () => {
  it("finds no fault in a healthy one, with everything checked", async () => {
    const { rows, error } = await runDoctor();
    expect(rows.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(error).toBeNull();
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(PROBLEMS)("finds %s", async (_what, breakIt, checks, detail) => {
    breakIt();
    await expectProblems(checks, detail);
  });

  it("requires neither CloudFront nor a probe of a stage without them", async () => {
    mockStack("the-table", "intake-dev");
    expect((await runDoctor("dev")).error).toBeNull();
  });

  it("names the records that the caller may not read, and what else fails, also for lack of a permission", async () => {
    const denied = Object.assign(new Error("You may not."), { name: "AccessDeniedException" });
    stage.dynamoDb.on(QueryCommand).rejects(denied);
    stage.api.on(GetStageCommand).rejects(denied);
    stage.sns.on(ListSubscriptionsByTopicCommand).rejects(new Error("It is gone."));
    const { rows } = await runDoctor();
    const found = rows.filter(({ status }) => status !== "ok").map(({ status, check }) => [status, check]);
    expect(found).toEqual([
      ["not checked", "feeds"],
      ["problem", "subscribers of the alarms"],
      ["problem", "throttle of the API"],
    ]);
    expect(rows).toContainEqual(
      expect.objectContaining({ detail: "Access denied: needs more permissions (You may not.)." }),
    );
  });
});
