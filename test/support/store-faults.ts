import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { afterEach, jest } from "@jest/globals";
import { mockClient } from "./mock-client.ts";

const send: (this: unknown, command: TransactWriteCommand) => Promise<unknown> =
  DynamoDBDocumentClient.prototype.send;

/** Sends a mocked transaction to the real store. */
export const passTransactionThrough = (input: TransactWriteCommandInput, client: () => unknown) =>
  send.call(client(), new TransactWriteCommand(input));

/**
 * Mocks the store. The mock passes every command to the real store unless a test overrides it, and is reset after each
 * test.
 */
export const useFaultyStore = () => {
  const store = mockClient(DynamoDBDocumentClient);
  const recover = () => {
    store.reset();
    store.send.callThrough();
  };
  recover();
  afterEach(() => {
    // A test's spy covers the mock, and would later restore this mock instead of the new one.
    jest.restoreAllMocks();
    recover();
  });
  return Object.assign(store, { recover });
};

/** Returns an error with the name that identifies it in the SDK. */
export const sdkError = (name: string, message = "no luck") => Object.assign(new Error(message), { name });

/** Returns a canceled transaction with one reason code per item. */
export const transactionCanceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
