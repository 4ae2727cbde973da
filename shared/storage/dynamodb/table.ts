import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { environmentVariable } from "../../runtime/environment.ts";

/** The one table, and the client that speaks to it. */
export type Table = { readonly name: string; readonly client: DynamoDBDocumentClient };

/** The table named by `TABLE_NAME` unless told, reached as the SDK's own environment variables say unless told. */
export const connectTable = (
  name = environmentVariable("TABLE_NAME"),
  reachedBy: Pick<DynamoDBClientConfig, "endpoint" | "region" | "credentials"> = {},
): Table => ({
  name,
  client: DynamoDBDocumentClient.from(
    new DynamoDBClient({
      // Throttling backs off for seconds at four tries, longer than a caller wants to wait for a 503.
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
      ...reachedBy,
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ),
});
