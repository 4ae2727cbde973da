import { expect, it } from "@jest/globals";
import { leavingState } from "../../../../lib/stacks/deployment/leaving-state.ts";

const queue = { Type: "AWS::SQS::Queue", DeletionPolicy: "RetainExceptOnCreate" };
const bucket = { Type: "AWS::S3::Bucket", DeletionPolicy: "Retain" };
const table = { Type: "AWS::DynamoDB::Table", DeletionPolicy: "RetainExceptOnCreate" };
const alarm = { Type: "AWS::CloudWatch::Alarm" };

const leave = (deployed: object, next: object, releasesTables = false) =>
  leavingState(JSON.stringify({ Resources: deployed }), JSON.stringify({ Resources: next }), {
    releasesTables,
  });

it.each([
  ["what is retained and missing", { queue, bucket, table }, { table }, ["queue", "bucket"]],
  ["nothing where everything stays", { queue }, { queue, bucket }, []],
  ["nothing that the deployment deletes and makes again", { alarm }, {}, []],
])("what would leave a stack is %s", (_title, deployed, next, ids) => {
  expect(leave(deployed, next)).toEqual(ids);
});

it("what would leave a stack is no table that a restore releases, but anything else that is missing", () => {
  expect(leave({ table, queue }, {}, true)).toEqual(["queue"]);
});
