import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { type Item, type RecordKey, recordKeyText } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";

type Command = Parameters<DynamoDBDocumentClient["send"]>[0];

type Call = {
  readonly command: Command;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Write = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** As many items as a transaction, or a batch of reads, takes. */
const ITEMS_MAXIMUM = 100;

/**
 * Returns the table for many operations at once: sends their reads, and their transactions on other items, together. A
 * first start then takes seconds instead of half a minute.
 */
export const batchedTable = ({ name, client }: Table): Table => {
  const waiting: Call[] = [];
  let isSending = false;
  // the deadline of one call ends no other
  const withoutDeadline = AsyncLocalStorage.snapshot();

  const sendWaiting = async () => {
    isSending = true;
    while (waiting.length > 0) {
      await nextTurn();
      const calls = waiting.splice(0);
      await Promise.all([
        ...batches(calls, name, isRead).map((batch) => readTogether(client, name, batch)),
        ...batches(calls, name, isWrite).map((batch) => writeTogether(client, batch)),
      ]);
    }
    isSending = false;
  };

  const send = (command: Command) => {
    if (keysOf(command, name) === null) return client.send(command);
    return new Promise((resolve, reject) => {
      waiting.push({ command, resolve, reject });
      if (!isSending) void withoutDeadline(sendWaiting);
    });
  };

  return { name, client: Object.create(client, { send: { value: send } }) };
};

const isRead = (command: Command) => command instanceof GetCommand || command instanceof BatchGetCommand;
const isWrite = (command: Command) =>
  command instanceof PutCommand || command instanceof TransactWriteCommand;

const keyOf = ({ pk, sk }: Item): RecordKey => ({ pk: String(pk), sk: String(sk) });

const writesOf = (command: Command): readonly Write[] => {
  if (command instanceof PutCommand) return [{ Put: command.input }];
  return command instanceof TransactWriteCommand ? (command.input.TransactItems ?? []) : [];
};

const writtenKey = ({ Put, Update, Delete, ConditionCheck }: Write) =>
  keyOf(Put?.Item ?? (Update ?? Delete ?? ConditionCheck)?.Key ?? {});

/** Returns the keys of a call that can be sent with others; null for a query and an update, which go alone. */
const keysOf = (command: Command, table: string): readonly RecordKey[] | null => {
  if (command instanceof GetCommand) return [keyOf(command.input.Key ?? {})];
  if (command instanceof BatchGetCommand) return (command.input.RequestItems?.[table]?.Keys ?? []).map(keyOf);
  return isWrite(command) ? writesOf(command).map(writtenKey) : null;
};

/** Divides calls of a kind into batches without a repeated key. */
const batches = (
  calls: readonly Call[],
  table: string,
  isOfKind: (command: Command) => boolean,
): Call[][] => {
  const divided: { readonly calls: Call[]; readonly keys: Set<string> }[] = [];
  for (const call of calls.filter(({ command }) => isOfKind(command))) {
    const keys = (keysOf(call.command, table) ?? []).map(recordKeyText);
    const fits = (batch: ReadonlySet<string>) =>
      batch.size + keys.length <= ITEMS_MAXIMUM && !keys.some((key) => batch.has(key));
    const found = divided.find((batch) => fits(batch.keys));
    const batch = found ?? { calls: [], keys: new Set() };
    if (found === undefined) divided.push(batch);
    batch.calls.push(call);
    for (const key of keys) batch.keys.add(key);
  }
  return divided.map((batch) => batch.calls);
};

const sendAlone = (client: DynamoDBDocumentClient, { command, resolve, reject }: Call) =>
  client.send(command).then(resolve, reject);

const readTogether = async (client: DynamoDBDocumentClient, table: string, calls: readonly Call[]) => {
  const Keys = calls.flatMap(({ command }) => keysOf(command, table) ?? []);
  const RequestItems = { [table]: { Keys, ConsistentRead: true } };
  try {
    const { Responses } = await client.send(new BatchGetCommand({ RequestItems }));
    const items = new Map((Responses?.[table] ?? []).map((item) => [recordKeyText(keyOf(item)), item]));
    for (const { command, resolve } of calls) {
      const found = (keysOf(command, table) ?? []).flatMap((key) => items.get(recordKeyText(key)) ?? []);
      resolve(command instanceof GetCommand ? { Item: found[0] } : { Responses: { [table]: found } });
    }
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
};

/** Writes all or, if one of the calls is refused, each for itself. */
const writeTogether = async (client: DynamoDBDocumentClient, calls: readonly Call[]) => {
  const TransactItems = calls.flatMap(({ command }) => writesOf(command));
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    for (const { resolve } of calls) resolve({});
  } catch {
    for (const call of calls) await sendAlone(client, call);
  }
};
