import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { Item } from "../../shared/storage/dynamodb/item.ts";

/** A record of the table's stream: what an item was and what it became; `null` where there was or is none. */
export const streamRecord = (
  before: Item | null,
  after: Item | null,
  sequenceNumber = "1",
): DynamoDBRecord => {
  const image = (item: Item | null) => (item === null ? undefined : (marshall(item) as object));
  return {
    eventID: sequenceNumber,
    dynamodb: {
      SequenceNumber: sequenceNumber,
      OldImage: image(before),
      NewImage: image(after),
    } as NonNullable<DynamoDBRecord["dynamodb"]>,
  };
};

export const streamEvent = (...Records: DynamoDBRecord[]): DynamoDBStreamEvent => ({ Records });
