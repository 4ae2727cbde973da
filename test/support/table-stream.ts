import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { TableStream } from "../../lib/local/dynamodb/table-stream.ts";
import type { Table } from "../../shared/table/table.ts";
import { databaseEndpoint } from "./suite-resources.ts";

const PAGE = 1_000;

/**
 * Follows a table's stream from its beginning.
 * @returns a function that reads the next page, oldest first, in the format that Lambda receives; an empty one at the end
 */
export const followStreamByPage = async ({
  client,
  name,
}: Table): Promise<() => Promise<DynamoDBRecord[]>> => {
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName: name }));
  const stream = new TableStream({
    client: new DynamoDBStreamsClient({ endpoint: databaseEndpoint() }),
    streamArn: described?.LatestStreamArn ?? "",
    positionFile: join(tmpdir(), randomUUID()),
    log: () => {},
  });
  return async () => (await stream.read(PAGE)) as DynamoDBRecord[];
};

/**
 * Follows it likewise, where nothing is written meanwhile.
 * @returns a function that reads all records since its last call
 */
export const followStream = async (table: Table): Promise<() => Promise<DynamoDBRecord[]>> => {
  const readPage = await followStreamByPage(table);
  return async () => {
    const records: DynamoDBRecord[] = [];
    for (;;) {
      const page = await readPage();
      if (page.length === 0) return records;
      records.push(...page);
    }
  };
};

/** Reads all records of a table's stream, oldest first. */
export const readStreamRecords = async (table: Table): Promise<DynamoDBRecord[]> =>
  (await followStream(table))();
