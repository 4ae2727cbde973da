import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from "@aws-sdk/client-dynamodb-streams";
import type { DynamoDBRecord } from "aws-lambda";
import { lambdaRecord } from "../../lib/local/dynamodb/table-stream.ts";
import type { Table } from "../../shared/table/table.ts";
import { databaseEndpoint } from "./suite-resources.ts";

/** Reads all records of a table's stream, oldest first, in the format that Lambda receives. */
export const readStreamRecords = async ({ client, name }: Table): Promise<DynamoDBRecord[]> => {
  const streams = new DynamoDBStreamsClient({ endpoint: databaseEndpoint() });
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName: name }));
  const StreamArn = described?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records: _Record[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const shard = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" } as const;
    let { ShardIterator: iterator } = await streams.send(new GetShardIteratorCommand(shard));
    while (iterator !== undefined) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
      records.push(...(page.Records ?? []));
      iterator = page.Records?.length ? page.NextShardIterator : undefined;
    }
  }
  streams.destroy();
  return records.map((record) => lambdaRecord(record, String(StreamArn)) as DynamoDBRecord);
};
