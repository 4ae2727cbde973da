import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { itemBytes, plainWriteUnits, transactionalWriteUnits } from "./item-size.ts";

type Item = Record<string, AttributeValue>;

/** One round trip to the store and the capacity units that it consumed, indexes included. */
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

/** Attributes that each index is keyed by: an item is in it when it has them all. */
export type Indexes = Readonly<Record<string, readonly string[]>>;

/**
 * Stands between the functions and DynamoDB Local and notes every call. Units are the store's own
 * (ReturnConsumedCapacity), but for transactions, which DynamoDB Local misreports: those are computed.
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

  /** Asked once the item is written: an item that the transaction changes is no smaller then than before. */
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
    return units.reduce((sum, each) => sum + each, 0);
  };

  const server = createServer(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const asked: Payload = { ...JSON.parse(await text(request)), ReturnConsumedCapacity: "INDEXES" };
    const answer = await forward(operation, request.headers, asked);
    const units = operation.startsWith("Transact")
      ? await transactionUnits(request.headers, asked)
      : singleCallUnits(answer.payload);
    const reads = READS.has(operation);
    calls.push({ operation, readUnits: reads ? units : 0, writeUnits: reads ? 0 : units });
    response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
    response.end(JSON.stringify(answer.payload));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    /** The calls since the last time. */
    take: (): StoreCall[] => calls.splice(0),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A write whose condition fails costs as much as the item that it failed on, and is not reported. */
const singleCallUnits = ({ __type, Item, ConsumedCapacity = [] }: Payload) => {
  if (__type?.endsWith("ConditionalCheckFailedException")) return plainWriteUnits(itemBytes(Item ?? {}));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
};

export type CapacityProxy = Awaited<ReturnType<typeof startCapacityProxy>>;
