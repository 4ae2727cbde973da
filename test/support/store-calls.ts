import { AsyncLocalStorage } from "node:async_hooks";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { jest } from "@jest/globals";

/** One call to DynamoDB: the command name without "Command", its input, and the real call. */
export type StoreCall = {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly send: () => Promise<unknown>;
};

/** Runs a test's actions during an invocation: their calls belong to no function, and have no deadline. */
const outsideInvocations = AsyncLocalStorage.snapshot();

type Command = { readonly input: Record<string, unknown> };

/** The one overload of the client's `send` that the product uses. */
type Sender = { send(command: Command, ...options: unknown[]): Promise<unknown> };

const prototype: Sender = DynamoDBDocumentClient.prototype;
const realSend = prototype.send;

/**
 * Runs `intercept` in place of every DynamoDB call, except those on keys alone, until the mock is restored. Its other
 * calls belong to no invocation.
 */
export const interceptStoreCalls = (intercept: (call: StoreCall) => Promise<unknown>) =>
  jest.spyOn(prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    command: Command,
    ...options: unknown[]
  ) {
    const send = () => realSend.call(this, command, ...options);
    if (isOnKeysAlone(command)) return send();
    const insideInvocation = AsyncLocalStorage.snapshot();
    return outsideInvocations(() =>
      intercept({
        name: command.constructor.name.replace(/Command$/, ""),
        input: command.input,
        send: () => insideInvocation(send),
      }),
    );
  });

/** Excludes the transaction of a link, which writes its key beside records. */
const isOnKeysAlone = (command: Command) => {
  const text = JSON.stringify(command.input);
  const isOfLink = command.constructor.name === "TransactWriteCommand" && text.includes("#LINK");
  return text.includes('"KEY#') && !isOfLink;
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
