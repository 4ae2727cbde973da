import { StartError } from "../host/start-error.ts";
import { type DeclaredStack, findTarget } from "../template/declared-stack.ts";
import { arn, nameFromArn } from "../template/resource-names.ts";
import { isAllowed, matchesWildcards } from "./iam-policy.ts";

/**
 * Checks the permissions of AWS services: to invoke functions and, by their roles, to read and write for them. On AWS,
 * only a deployment, requests or metrics would reveal a missing one.
 * @throws StartError that names what is not allowed
 */
export const requireServiceAccess = (stack: DeclaredStack) => {
  for (const { FunctionName, Principal, SourceArn } of invocations(stack)) {
    const isPermitted = stack.permissions.some(
      (permission) =>
        permission.FunctionName === FunctionName &&
        permission.Principal === Principal &&
        matchesWildcards(SourceArn, permission.SourceArn),
    );
    if (!isPermitted) throw new StartError(`${FunctionName} does not let ${SourceArn} invoke it.`);
  }
  for (const { needs, action, resource } of grants(stack)) {
    const { label, statements } = findTarget(stack, needs);
    if (!isAllowed(statements, { action, resource }))
      throw new StartError(
        `${needs.id} needs ${action} on ${resource}, which ${label}'s role does not grant.`,
      );
  }
};

const invocations = ({ routes, rules, scheduledRules }: DeclaredStack) => [
  ...routes.map((route) => ({
    FunctionName: arn("lambda", `function:${route.functionName}`),
    Principal: "apigateway.amazonaws.com",
    SourceArn: route.arn,
  })),
  ...[
    ...rules.map((rule) => ({ ...rule, prefix: `${nameFromArn(rule.EventBusName)}/` })),
    ...scheduledRules.map((rule) => ({ ...rule, prefix: "" })),
  ].flatMap(({ id, Name = id, prefix, Targets }) =>
    Targets.map(({ Arn }) => ({
      FunctionName: Arn,
      Principal: "events.amazonaws.com",
      SourceArn: arn("events", `rule/${prefix}${Name}`),
    })),
  ),
];

const grants = ({ streamMappings, queueMappings, asyncInvocations }: DeclaredStack) => [
  ...streamMappings.flatMap((needs) => {
    const { Destination } = needs.DestinationConfig.OnFailure;
    return [
      ...["DescribeStream", "GetRecords", "GetShardIterator"].map((operation) => ({
        needs,
        action: `dynamodb:${operation}`,
        resource: needs.EventSourceArn,
      })),
      { needs, action: "s3:PutObject", resource: `${Destination}/aws/lambda/*` },
      { needs, action: "s3:ListBucket", resource: Destination },
    ];
  }),
  ...queueMappings.flatMap((needs) =>
    ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((operation) => ({
      needs,
      action: `sqs:${operation}`,
      resource: needs.EventSourceArn,
    })),
  ),
  ...asyncInvocations.flatMap((needs) => {
    const { Destination: resource } = needs.DestinationConfig?.OnFailure ?? {};
    return resource ? [{ needs, action: "sqs:SendMessage", resource }] : [];
  }),
];
