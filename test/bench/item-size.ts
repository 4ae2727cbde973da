import type { AttributeValue } from "@aws-sdk/client-dynamodb";

const KILOBYTE = 1_024;

/** Returns an item's size as DynamoDB counts it (Developer Guide, "DynamoDB item sizes and formats"). */
export const itemBytes = (item: Record<string, AttributeValue>): number =>
  Object.entries(item).reduce(
    (bytes, [name, value]) => bytes + Buffer.byteLength(name) + valueBytes(value),
    0,
  );

/** Returns the write units of one item in a transaction: two per started kilobyte. */
export const transactionalWriteUnits = (bytes: number): number =>
  2 * Math.max(1, Math.ceil(bytes / KILOBYTE));

/** Returns the write units of one item outside a transaction, or in an index. */
export const plainWriteUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / KILOBYTE));

const valueBytes = (value: AttributeValue): number => {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.replace(/[-.]|^0+/g, "").length / 2) + 1;
  if (value.B !== undefined) return byteLength(value.B);
  if (value.M !== undefined) return 3 + Object.keys(value.M).length + itemBytes(value.M);
  if (value.L !== undefined)
    return 3 + value.L.reduce((bytes, element) => bytes + 1 + valueBytes(element), 0);
  return 1;
};

/** Bytes are base64 in JSON. */
const byteLength = (bytes: unknown) =>
  bytes instanceof Uint8Array ? bytes.byteLength : Buffer.byteLength(String(bytes), "base64");
