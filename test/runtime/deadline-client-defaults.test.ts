import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it } from "@jest/globals";
import { AWS_CLIENT_DEFAULTS } from "../../shared/runtime/deadline.ts";

it("copies no input or output of an AWS client for a log", () => {
  const { logger } = new DynamoDBClient({ region: "us-east-1", ...AWS_CLIENT_DEFAULTS }).config;
  expect(Object.keys(logger)).toEqual(["debug", "warn"]);
});
