import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { jest } from "@jest/globals";

/** One call to the store: its command's name without the ending, its input, and what sends it. */
export type StoreCall = {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly send: () => Promise<unknown>;
};

type Command = { readonly input: Record<string, unknown> };

/** What is called here of the client, whose own `send` has more forms than can be stood in for. */
type Sender = { send: (command: Command, ...options: unknown[]) => Promise<unknown> };

const realSend = (DynamoDBDocumentClient.prototype as unknown as Sender).send;

/** Does something before, after or instead of every call to the store until restored; leases of keys pass by. */
export const aroundStoreCalls = (around: (call: StoreCall) => Promise<unknown>) =>
  jest
    .spyOn(DynamoDBDocumentClient.prototype as unknown as Sender, "send")
    .mockImplementation(async function (
      this: DynamoDBDocumentClient,
      command: Command,
      ...options: unknown[]
    ) {
      const send = () => realSend.call(this, command, ...options);
      if (JSON.stringify(command.input).includes('"KEY#')) return send();
      return around({ name: command.constructor.name.replace(/Command$/, ""), input: command.input, send });
    });

/** The calls to the store that an action makes, by name. */
export const countStoreCalls = async (action: () => Promise<unknown>): Promise<string[]> => {
  const names: string[] = [];
  const spy = aroundStoreCalls(({ name, send }) => {
    names.push(name);
    return send();
  });
  await action();
  spy.mockRestore();
  return names;
};
