import { expect, it } from "@jest/globals";
import { leavingState } from "../../../../lib/stacks/deployment/leaving-state.ts";

const queue = { Type: "AWS::SQS::Queue", DeletionPolicy: "RetainExceptOnCreate" };
const bucket = { Type: "AWS::S3::Bucket", DeletionPolicy: "Retain" };
const table = { Type: "AWS::DynamoDB::Table", DeletionPolicy: "RetainExceptOnCreate" };
const alarm = { Type: "AWS::CloudWatch::Alarm" };

it.each([
  ["nothing where everything stays", { queue }, { queue, bucket }, false, []],
  ["what is retained and missing", { queue, bucket, table }, { table }, false, ["queue", "bucket"]],
  ["nothing that the deployment deletes and makes again", { alarm }, {}, false, []],
  ["a table, unless it is released", { table }, {}, false, ["table"]],
  ["no table that is released, but what else is missing", { table, queue }, {}, true, ["queue"]],
])("the resources that would leave their stack are %s", (_title, deployed, next, releasesTables, ids) => {
  const [before, after] = [deployed, next].map((Resources) => JSON.stringify({ Resources }));
  expect(leavingState(before ?? "", after ?? "", { releasesTables })).toEqual(ids);
});
