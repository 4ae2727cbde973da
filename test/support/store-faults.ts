import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { afterEach } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";

const send: (this: unknown, command: TransactWriteCommand) => Promise<unknown> =
  DynamoDBDocumentClient.prototype.send;

/** Answers a mocked transaction by the real store. */
export const reallyTransact = (input: TransactWriteCommandInput, client: () => unknown) =>
  send.call(client(), new TransactWriteCommand(input));

/** The real store, but for the commands that a test has fail. */
export const useFaultyStore = () => {
  const store = mockClient(DynamoDBDocumentClient);
  const heal = () => {
    store.reset();
    store.send.callThrough();
  };
  heal();
  afterEach(heal);
  return Object.assign(store, { heal });
};

/** An error as the SDK throws it, told by its name. */
export const sdkError = (name: string, message = "no luck") => Object.assign(new Error(message), { name });

/** A transaction canceled for these reasons, one for each of its items. */
export const transactionCanceled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: "canceled",
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
