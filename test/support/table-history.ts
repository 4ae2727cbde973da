import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import type { Table } from "../../shared/table/table.ts";
import { fakeDate } from "./fake-date.ts";
import { followStream } from "./table-stream.ts";

type Image = Parameters<typeof unmarshall>[0];

/** Longer than an instance remembers a record or a key. */
const REMEMBERED_MILLISECONDS = 5_000;

/** Follows the changes of a table from now on, so that tests undo them: that takes less time than new records. */
export const followHistory = async (table: Table) => {
  const stream = await followStream(table);
  await stream();
  const history: DynamoDBRecord[] = [];
  let now = Date.now();

  /** Moves the frozen date, so that no function remembers a record. */
  const forgetRecords = () => {
    now += REMEMBERED_MILLISECONDS;
    fakeDate(now);
  };

  const undo = ({ Keys, OldImage }: NonNullable<DynamoDBRecord["dynamodb"]>) => {
    const TableName = table.name;
    return OldImage
      ? table.client.send(new PutCommand({ TableName, Item: unmarshall(withBytes(OldImage)) }))
      : table.client.send(new DeleteCommand({ TableName, Key: unmarshall(Keys as Image) }));
  };

  return {
    forgetRecords,
    /** Returns the changes since the last call. */
    newChanges: async (): Promise<readonly DynamoDBRecord[]> => {
      const changes = await stream();
      history.push(...changes);
      return changes;
    },
    /** Returns the number of changes, for `undoSince`. */
    length: () => history.length,
    /** Restores every record as it was after this number of changes. */
    undoSince: async (length: number) => {
      const changes = history.splice(length).map(({ dynamodb }) => dynamodb ?? {});
      const firsts = new Map(changes.toReversed().map((change) => [JSON.stringify(change.Keys), change]));
      await Promise.all([...firsts.values()].map(undo));
      await stream();
      forgetRecords();
    },
  };
};

/** Returns an image with bytes in place of their text in base64, which Lambda receives. */
const withBytes = (image: object): Image =>
  JSON.parse(JSON.stringify(image), (name, value) =>
    name === "B" && typeof value === "string" ? Buffer.from(value, "base64") : value,
  );
