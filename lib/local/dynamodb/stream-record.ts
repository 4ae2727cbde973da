import type { _Record, AttributeValue } from "@aws-sdk/client-dynamodb-streams";

/** A stream record in the format of Lambda's events, where the SDK has converted neither dates nor bytes. */
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
      Keys: toWireImage(change.Keys),
      NewImage: toWireImage(change.NewImage),
      OldImage: toWireImage(change.OldImage),
    },
  };
};

type Image = Record<string, AttributeValue>;

const toWireImage = (image: Image | undefined) =>
  image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toWireValue(value)]));

const toWireValue = (value: AttributeValue): object => {
  if (value.M) return { M: toWireImage(value.M) };
  if (value.L) return { L: value.L.map(toWireValue) };
  if (value.B) return { B: encodeBase64(value.B) };
  if (value.BS) return { BS: value.BS.map(encodeBase64) };
  // DynamoDB Local omits the type of an empty map
  return Object.keys(value).length === 0 ? { M: {} } : value;
};

const encodeBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
