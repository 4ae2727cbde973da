import { DescribeTableCommand, DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { createTable } from "../../../../lib/local/dynamodb/create-table.ts";
import { declaredResources, useTable } from "../../../support/test-table.ts";

const table = useTable({ stream: true });
const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
const properties = declared?.Properties ?? {};

const create = (changes: object = {}) =>
  createTable(table.client, { ...properties, ...changes }, table.name, { stream: true });

describe("createTable", () => {
  it("creates the declared keys, indexes, stream and time to live", async () => {
    const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
    expect(Table?.KeySchema).toEqual(properties.KeySchema);
    expect(Table?.StreamSpecification).toMatchObject(Object(properties.StreamSpecification));
    const byStage = Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === "byStage");
    expect(byStage?.KeySchema).toMatchObject([
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "listing", KeyType: "HASH" },
      { AttributeName: "stage", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ]);
    const timeToLive = await table.client.send(new DescribeTimeToLiveCommand({ TableName: table.name }));
    expect(timeToLive.TimeToLiveDescription?.AttributeName).toBe("expiresAtEpochSeconds");
  });

  it("leaves an existing table unchanged", async () => {
    expect(await create()).toMatchObject({ isNew: false });
  });

  it.each([
    [
      "other keys of an index",
      {
        GlobalSecondaryIndexes: Object(properties).GlobalSecondaryIndexes.map((index: object) => ({
          ...index,
          KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        })),
      },
    ],
    ["fewer indexes", { GlobalSecondaryIndexes: Object(properties).GlobalSecondaryIndexes.slice(1) }],
    ["no stream", { StreamSpecification: undefined }],
    ["other keys", { KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }] }],
  ])("rejects an existing table with %s than declared", async (_case, changes) => {
    await expect(create(changes)).rejects.toThrow(/remove the folder to start again/);
  });
});
