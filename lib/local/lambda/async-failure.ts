import { StartError } from "../host/start-error.ts";
import { isAllowed } from "../iam/iam-policy.ts";
import type { ReceivedMessage } from "../sqs/queue.ts";
import {
  type DeclaredAsyncInvocation,
  type DeclaredFunction,
  nameInArn,
} from "../template/declared-stack.ts";
import { arn } from "../template/resource-names.ts";

/** What Lambda sends to the on-failure destination. */
export const failureRecord = (functionName: string, message: ReceivedMessage) => ({
  version: "1.0",
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId: message.messageId,
    functionArn: `${arn("lambda", `function:${functionName}`)}:$LATEST`,
    condition: "RetriesExhausted",
    approximateInvokeCount: message.receiveCount,
  },
  requestPayload: JSON.parse(message.body),
  responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
});

/** Lambda sends there in the function's name. */
export const requireDestinationGrant = (
  { id, FunctionName, DestinationConfig }: DeclaredAsyncInvocation,
  functions: readonly DeclaredFunction[],
) => {
  const resource = DestinationConfig?.OnFailure?.Destination;
  if (resource === undefined) return;
  const target = functions.find(({ name }) => name === FunctionName);
  if (target && isAllowed(target.statements, { action: "sqs:SendMessage", resource })) return;
  throw new StartError(
    `${id} needs sqs:SendMessage on ${nameInArn(resource)}, which ${FunctionName}'s role does not grant.`,
  );
};
