import type { _Record, AttributeValue } from "@aws-sdk/client-dynamodb-streams";

/** A stream record as Lambda hands it to a function: as on the wire, before the SDK made dates and bytes of it. */
export type StreamRecord = {
  readonly eventID: string | undefined;
  readonly eventSourceARN: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
    readonly Keys?: object | undefined;
    readonly NewImage?: object | undefined;
    readonly OldImage?: object | undefined;
  };
};

export const lambdaRecord = (record: _Record, eventSourceARN: string): StreamRecord => {
  const { ApproximateCreationDateTime: created, SequenceNumber, ...change } = record.dynamodb ?? {};
  return {
    ...record,
    eventID: record.eventID,
    eventSourceARN,
    dynamodb: {
      ...change,
      ApproximateCreationDateTime: (created?.getTime() ?? Date.now()) / 1_000,
      SequenceNumber: SequenceNumber ?? "",
      Keys: wireImage(change.Keys),
      NewImage: wireImage(change.NewImage),
      OldImage: wireImage(change.OldImage),
    },
  };
};

type Image = Record<string, AttributeValue>;

const wireImage = (image: Image | undefined) =>
  image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, wireValue(value)]));

const wireValue = (value: AttributeValue): object => {
  if (value.M) return { M: wireImage(value.M) };
  if (value.L) return { L: value.L.map(wireValue) };
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  // DynamoDB Local forgets to say that an empty map is one
  return Object.keys(value).length === 0 ? { M: {} } : value;
};

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
