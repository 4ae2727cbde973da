import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { changeAt } from "./changes.ts";
import { newLead } from "./leads.ts";

/** Returns a DynamoDB stream record with the old and new image; `null` means that the item did not or does not exist. */
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

/** Returns the record of a new lead, whose item has these changes. */
export const createdLead = (firm: FirmId, sequenceNumber = 1, changes: object = {}) =>
  streamRecord(
    null,
    { ...leadToItem(firm, newLead(), changeAt(Date.now())), ...changes },
    String(sequenceNumber),
  );

export const streamEvent = (...Records: DynamoDBRecord[]): DynamoDBStreamEvent => ({ Records });
