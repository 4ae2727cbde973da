import { AsyncLocalStorage } from "node:async_hooks";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { jest } from "@jest/globals";
import type { Item } from "../../shared/table/record-keys.ts";

/** One call to DynamoDB: the command name without "Command", its input, and the real call. */
export type StoreCall = {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly send: () => Promise<unknown>;
  /** Runs a function as a part of the invocation that makes the call. */
  readonly inInvocation: ReturnType<typeof AsyncLocalStorage.snapshot>;
};

/** Runs a test's actions during an invocation: their calls belong to no function, and have no deadline. */
const outsideInvocations = AsyncLocalStorage.snapshot();

type Command = { readonly input: Record<string, unknown> };

/** The one overload of the client's `send` that the product uses. */
type Sender = { send(command: Command, ...options: unknown[]): Promise<unknown> };

const prototype: Sender = DynamoDBDocumentClient.prototype;
const realSend = prototype.send;

type Intercept = (call: StoreCall) => Promise<unknown>;

/**
 * Runs `intercept` in place of every DynamoDB call, and `interceptKeys` in place of those on keys alone, until the mock
 * is restored. Its other calls belong to no invocation.
 */
export const interceptStoreCalls = (intercept: Intercept, interceptKeys: Intercept = ({ send }) => send()) =>
  jest.spyOn(prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: Command,
    ...options: unknown[]
  ) {
    const send = () => realSend.call(this, command, ...options);
    const insideInvocation = AsyncLocalStorage.snapshot();
    return outsideInvocations(() =>
      (isOnKeysAlone(command) ? interceptKeys : intercept)({
        name: command.constructor.name.replace(/Command$/, ""),
        input: command.input,
        send: () => insideInvocation(send),
        inInvocation: insideInvocation,
      }),
    );
  });

/** Excludes the transaction of a link, which writes its key beside records. */
const isOnKeysAlone = (command: Command) => {
  const text = JSON.stringify(command.input);
  const isOfLink = command.constructor.name === "TransactWriteCommand" && text.includes("#LINK");
  return text.includes('"KEY#') && !isOfLink;
};

/** The names of calls that only read. */
export const READS = ["Get", "BatchGet", "Query"];

/**
 * Answers a read from memory if the same one was answered since the last write, until the mock is restored: thousands of
 * refused requests read the same records.
 */
export const rememberReads = (onWrite: (name: string) => void = () => {}) => {
  const answers = new Map<string, unknown>();
  const write: Intercept = ({ send }) => send().finally(() => answers.clear());
  const ask: Intercept = async ({ name, input, send }) => {
    const read = JSON.stringify([name, input]);
    const answer = answers.get(read) ?? (await send());
    answers.set(read, answer);
    return answer;
  };
  return interceptStoreCalls((call) => {
    if (READS.includes(call.name)) return ask(call);
    onWrite(call.name);
    return write(call);
  }, write);
};

/** Runs the action and returns the names of its DynamoDB calls. */
export const recordStoreCalls = async (action: () => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  const spy = interceptStoreCalls(({ name, send }) => {
    names.push(name);
    return send();
  });
  try {
    await action();
  } finally {
    spy.mockRestore();
  }
  return names;
};

/** Runs the action and returns the items that its queries read. */
export const recordQueriedItems = async (action: () => Promise<unknown>): Promise<Item[]> => {
  const items: Item[] = [];
  const spy = interceptStoreCalls(async ({ name, send }) => {
    const response = await send();
    if (name === "Query") items.push(...Object(response).Items);
    return response;
  });
  try {
    await action();
  } finally {
    spy.mockRestore();
  }
  return items;
};

/** Simulates a crash at the nth call: before it is sent, or after it succeeded. */
export const crashAtCall = (nth: number, when: "before" | "after") => {
  let calls = 0;
  return interceptStoreCalls(async ({ send }) => {
    const isLast = calls++ >= nth;
    if (isLast && when === "before") throw new Error("crashed before the call");
    const response = await send();
    if (isLast) throw new Error("crashed after the call");
    return response;
  });
};
