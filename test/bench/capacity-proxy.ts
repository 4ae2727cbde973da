import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { itemBytes, plainWriteUnits, transactionalWriteUnits } from "./item-size.ts";

type Item = Record<string, AttributeValue>;

/** One call of DynamoDB and the capacity units that it consumed, including indexes. */
export type StoreCall = {
  readonly operation: string;
  /** The number of the trip. Calls that were made together are one trip. */
  readonly trip: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The unchanged request and response, for `npm run bench -- --processor` to repeat. */
  readonly request: Payload;
  readonly response: Payload;
};

type Capacity = { CapacityUnits: number };
type Write = { readonly TableName: string; readonly Item?: Item; readonly Key?: Item };
export type Payload = Record<string, unknown> & {
  __type?: string;
  Item?: Item;
  ConsumedCapacity?: Capacity | Capacity[];
  ConsistentRead?: boolean;
  Count?: number;
  RequestItems?: Record<string, { readonly Keys?: Item[]; readonly ConsistentRead?: boolean }>;
  Responses?: Record<string, Item[]>;
  TransactItems?: Record<string, Write>[];
};

const READS = new Set(["GetItem", "BatchGetItem", "Query"]);

/** Each index's partition key attributes: the index contains the items that have all of them. */
type Indexes = Readonly<Record<string, readonly string[]>>;

/**
 * Proxies the functions' calls to DynamoDB Local and records them. DynamoDB Local reports their units
 * (ReturnConsumedCapacity). These are right for an index of keys only: one unit an entry, two when its key changes. It
 * misreports transactions, failed conditions and reads that find nothing, so the proxy computes their units.
 */
export const startCapacityProxy = async (endpoint: string, indexes: Indexes) => {
  const calls: StoreCall[] = [];
  const trips = newTrips();

  const forward = async (operation: string, headers: IncomingMessage["headers"], payload: Payload) => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        authorization: headers.authorization ?? "",
        // DynamoDB Local closes an idle connection, perhaps while the next request is on its way.
        connection: "close",
      },
      body: JSON.stringify(payload),
    });
    return { status: response.status, payload: (await response.json()) as Payload };
  };

  const storedItem = async (headers: IncomingMessage["headers"], { TableName, Key = {} }: Write) => {
    const { payload } = await forward("GetItem", headers, { TableName, Key, ConsistentRead: true });
    return payload.Item ?? {};
  };

  const writesOf = ({ TransactItems = [] }: Payload) => TransactItems.flatMap((item) => Object.entries(item));

  /** Returns the current items that a transaction updates, with none for its other writes. */
  const updatedItems = (headers: IncomingMessage["headers"], input: Payload) =>
    Promise.all(
      writesOf(input).map(([action, write]) => (action === "Update" ? storedItem(headers, write) : {})),
    );

  /** Returns the entries of an item in the indexes, each as the text of its key. */
  const entriesOf = (item: Item) =>
    Object.entries(indexes).flatMap(([name, keys]) =>
      keys.every((key) => key in item) ? [JSON.stringify([name, ...keys.map((key) => item[key])])] : [],
    );

  /** Reads the item after the write, because no transaction makes an item smaller. */
  const writeUnits = async (
    headers: IncomingMessage["headers"],
    [action, write]: readonly [string, Write],
    before: Item,
  ) => {
    if (action === "ConditionCheck") return transactionalWriteUnits(0);
    const item = write.Item ?? (await storedItem(headers, write));
    const entries = new Set([...entriesOf(before), ...entriesOf(item)]);
    const bytes = itemBytes(item);
    return transactionalWriteUnits(bytes) + entries.size * plainWriteUnits(bytes);
  };

  const transactionUnits = async (
    headers: IncomingMessage["headers"],
    input: Payload,
    before: readonly Item[],
  ) => {
    const units = await Promise.all(
      writesOf(input).map((write, index) => writeUnits(headers, write, before[index] ?? {})),
    );
    return units.reduce((sum, unit) => sum + unit, 0);
  };

  const server = await listenOnLoopback(async (request, answer) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const asked: Payload = JSON.parse(await text(request));
    const input: Payload = { ...asked, ReturnConsumedCapacity: "INDEXES" };
    const { trip, end } = trips.begin();
    const before = await updatedItems(request.headers, input);
    const output = await forward(operation, request.headers, input);
    const units = operation.startsWith("Transact")
      ? await transactionUnits(request.headers, input, before)
      : singleCallUnits(output.payload) + missingReadUnits(operation, input, output.payload);
    const isRead = READS.has(operation);
    const { ConsumedCapacity: _, ...response } = output.payload;
    calls.push({
      operation,
      trip,
      readUnits: isRead ? units : 0,
      writeUnits: isRead ? 0 : units,
      request: asked,
      response,
    });
    await end;
    answer.writeHead(output.status, { "content-type": "application/x-amz-json-1.0" });
    answer.end(JSON.stringify(output.payload));
  }, 0);

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    /** Returns the calls since the last time and forgets them. */
    takeCalls: (): StoreCall[] => calls.splice(0),
    /** Starts or stops holding answers until no other call comes for a while, to see which calls are made together. */
    joinTrips: trips.join,
    stop: server.stop,
  };
};

const QUIET_MILLISECONDS = 50;

/** Numbers the trips of calls. Each call is a separate trip unless calls are joined. */
const newTrips = () => {
  let [trip, joins] = [0, false];
  let timer: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];
  const endTrip = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    join: (value: boolean) => {
      joins = value;
    },
    begin: () => {
      if (waiting.length === 0) trip += 1;
      if (!joins) return { trip, end: undefined };
      clearTimeout(timer);
      timer = setTimeout(endTrip, QUIET_MILLISECONDS);
      return { trip, end: new Promise<void>((resolve) => waiting.push(resolve)) };
    },
  };
};

const readUnit = (isConsistent: boolean | undefined) => (isConsistent ? 1 : 0.5);

/** Returns the units of items that a batch does not find and of a query without result: those of the smallest item. */
const missingReadUnits = (operation: string, input: Payload, { Count, Responses = {} }: Payload) => {
  if (operation === "Query") return Count === 0 ? readUnit(input.ConsistentRead) : 0;
  if (operation !== "BatchGetItem") return 0;
  return Object.entries(input.RequestItems ?? {}).reduce((units, [name, { Keys = [], ConsistentRead }]) => {
    const missing = Keys.length - (Responses[name]?.length ?? 0);
    return units + missing * readUnit(ConsistentRead);
  }, 0);
};

/** Returns a call's units. DynamoDB Local omits those of a failed condition: the write units of the existing item. */
const singleCallUnits = ({ __type, Item, ConsumedCapacity = [] }: Payload) => {
  if (__type?.endsWith("ConditionalCheckFailedException")) return plainWriteUnits(itemBytes(Item ?? {}));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
};

export type CapacityProxy = Awaited<ReturnType<typeof startCapacityProxy>>;
