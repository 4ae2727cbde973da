import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import type { Item } from "../../shared/table/item.ts";

/** A DynamoDB stream record with the old and new image; `null` means that the item did not or does not exist. */
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
