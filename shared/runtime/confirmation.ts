import { AsyncLocalStorage } from "node:async_hooks";
import type { AwsClient } from "./deadline.ts";

const confirmations = new AsyncLocalStorage<Promise<unknown>>();

/**
 * Runs an action before it is known whether its caller may do it: it reads at once, but what it writes waits for the
 * confirmation and fails when that fails. Whoever answers awaits the confirmation first.
 */
export const runUnconfirmed = <Value>(
  confirmation: Promise<unknown>,
  action: () => Promise<Value>,
): Promise<Value> => confirmations.run(confirmation, action);

/** Resolves when the current action is confirmed, at once where nothing is to be confirmed. */
export const confirmed = async (): Promise<void> => {
  await confirmations.getStore();
};

/** By the header that names a call's operation, such as `DynamoDB_20120810.GetItem`. */
const READ = /\.(?:GetItem|BatchGetItem|Query)$/;

type Request = { readonly headers?: Readonly<Record<string, string>> };

/** Makes each call of an AWS client that is no read of the table wait until the action that makes it is confirmed. */
export const delayWritesUntilConfirmed = <Client extends AwsClient<Request>>(client: Client): Client => {
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    if (!READ.test(request.headers?.["x-amz-target"] ?? "")) await confirmed();
    return handle(request, options);
  };
  return client;
};
