import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { itemBytes, plainWriteUnits, transactionalWriteUnits } from "./item-size.ts";

type Item = Record<string, AttributeValue>;

/** One round trip to DynamoDB and the capacity units that it consumed, including indexes. */
export type StoreCall = {
  readonly operation: string;
  readonly readUnits: number;
  readonly writeUnits: number;
};

type Capacity = { CapacityUnits: number };
type Write = { readonly TableName: string; readonly Item?: Item; readonly Key?: Item };
type Payload = Record<string, unknown> & {
  __type?: string;
  Item?: Item;
  ConsumedCapacity?: Capacity | Capacity[];
  TransactItems?: Record<string, Write>[];
};

const READS = new Set(["GetItem", "BatchGetItem", "Query"]);

/** Each index's partition key attributes: the index contains the items that have all of them. */
export type Indexes = Readonly<Record<string, readonly string[]>>;

/**
 * Proxies the functions' calls to DynamoDB Local and records them. Units are those that DynamoDB Local reports
 * (ReturnConsumedCapacity), except for transactions: their units are computed, because it misreports them.
 */
export const startCapacityProxy = async (endpoint: string, indexes: Indexes) => {
  const calls: StoreCall[] = [];

  const forward = async (operation: string, headers: IncomingMessage["headers"], payload: Payload) => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        authorization: headers.authorization ?? "",
      },
      body: JSON.stringify(payload),
    });
    return { status: response.status, payload: (await response.json()) as Payload };
  };

  const storedBytes = async (headers: IncomingMessage["headers"], TableName: string, Key: Item) => {
    const { payload } = await forward("GetItem", headers, { TableName, Key, ConsistentRead: true });
    return itemBytes(payload.Item ?? {});
  };

  const indexesOf = (item: Item) => Object.values(indexes).filter((keys) => keys.every((key) => key in item));

  /** Reads the item after the write: no transaction makes an item smaller. */
  const writeUnits = async (headers: IncomingMessage["headers"], action: string, write: Write) => {
    if (action === "ConditionCheck") return transactionalWriteUnits(0);
    const { TableName, Item, Key = {} } = write;
    const bytes = Item ? itemBytes(Item) : await storedBytes(headers, TableName, Key);
    const indexed = Item ? indexesOf(Item).length * plainWriteUnits(bytes) : 0;
    return transactionalWriteUnits(bytes) + indexed;
  };

  const transactionUnits = async (headers: IncomingMessage["headers"], { TransactItems = [] }: Payload) => {
    const writes = TransactItems.flatMap((item) => Object.entries(item));
    const units = await Promise.all(writes.map(([action, write]) => writeUnits(headers, action, write)));
    return units.reduce((sum, unit) => sum + unit, 0);
  };

  const server = await listenOnLoopback(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const input: Payload = { ...JSON.parse(await text(request)), ReturnConsumedCapacity: "INDEXES" };
    const output = await forward(operation, request.headers, input);
    const units = operation.startsWith("Transact")
      ? await transactionUnits(request.headers, input)
      : singleCallUnits(output.payload);
    const isRead = READS.has(operation);
    calls.push({ operation, readUnits: isRead ? units : 0, writeUnits: isRead ? 0 : units });
    response.writeHead(output.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(output.payload));
  }, 0);

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    /** Returns the calls since the last time and forgets them. */
    takeCalls: (): StoreCall[] => calls.splice(0),
    stop: server.stop,
  };
};

/** A failed condition costs the write units of the existing item; DynamoDB Local does not report them. */
const singleCallUnits = ({ __type, Item, ConsumedCapacity = [] }: Payload) => {
  if (__type?.endsWith("ConditionalCheckFailedException")) return plainWriteUnits(itemBytes(Item ?? {}));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
};

export type CapacityProxy = Awaited<ReturnType<typeof startCapacityProxy>>;
