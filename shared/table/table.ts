import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { AWS_CLIENT_DEFAULTS, endCallsAtDeadline } from "../runtime/deadline.ts";
import { environmentVariable } from "../runtime/environment.ts";

/** The service's DynamoDB table and its client. */
export type Table = { readonly name: string; readonly client: DynamoDBDocumentClient };

/** Connects to the table in `TABLE_NAME` as the SDK's environment variables say; the arguments override both. */
export const connectTable = (
  name = environmentVariable("TABLE_NAME"),
  clientConfig: Pick<DynamoDBClientConfig, "endpoint" | "region" | "credentials" | "requestHandler"> = {},
): Table => ({
  name,
  client: DynamoDBDocumentClient.from(
    endCallsAtDeadline(new DynamoDBClient({ ...AWS_CLIENT_DEFAULTS, ...clientConfig })),
    {
      marshallOptions: {
        removeUndefinedValues: true,
        // A map with a key `constructor` is not an instance of a class.
        convertClassInstanceToMap: true,
      },
    },
  ),
});
