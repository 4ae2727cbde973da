import { isAllowed, type PolicyStatement } from "../../lib/local/iam/iam-policy.ts";
import type { DeclaredFunction, DeclaredStack } from "../../lib/local/template/declared-stack.ts";
import { pascalCase } from "../../lib/stacks/constructs/intake-api.ts";
import { type RecordedPermission, resourceNames } from "./recorded-calls.ts";

type Functions = readonly Pick<DeclaredFunction, "name" | "label" | "environment" | "statements">[];

/**
 * Actions that Lambda performs on a function's behalf; `requireServiceAccess` of `lib/local/iam/service-access.ts`
 * checks them.
 */
const DONE_BY_LAMBDA =
  /^(logs|s3):|^dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator)$|^sqs:(ReceiveMessage|DeleteMessage|ChangeMessageVisibility|GetQueueUrl|GetQueueAttributes)$/;

/** Returns a statement for each action and resource, so that each counts as used or unused. */
const singleGrants = (statements: readonly PolicyStatement[]): PolicyStatement[] =>
  statements.flatMap(({ Action, Resource, ...statement }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => ({ ...statement, Action: [action], Resource: [resource] })),
    ),
  );

const describeGrant = ({ label }: Functions[number], { Action, Resource, Condition }: PolicyStatement) =>
  `${label}: ${Action} on ${Resource}${Condition ? " with a condition" : ""}`;

/**
 * Compares the roles with the recorded calls: `unused` are the grants that no call needs, `missing` the calls that no
 * grant allows. If several grants allow a call, it needs the one with the most conditions.
 */
export const compareGrants = (
  { functions, asyncInvocations }: { functions: Functions } & Pick<DeclaredStack, "asyncInvocations">,
  calls: readonly RecordedPermission[],
) => {
  const isDestination = ({ name }: Functions[number], resource: string | undefined) =>
    asyncInvocations.some(
      ({ FunctionName, DestinationConfig }) =>
        FunctionName === name && DestinationConfig?.OnFailure?.Destination === resource,
    );
  const unused: string[] = [];
  const missing: string[] = [];
  for (const declared of functions) {
    const grants = singleGrants(declared.statements)
      .filter(({ Action: [action = ""] }) => !DONE_BY_LAMBDA.test(action))
      .filter(({ Resource: [resource] }) => !isDestination(declared, resource))
      .sort((one, other) => conditionsOf(other) - conditionsOf(one));
    const ofFunction = calls
      .filter((call) => isFunction(declared, call.function))
      .map((call) => ({ ...call, resource: withResourceNames(call.resource, declared) }));
    const grantOf = (call: RecordedPermission) => grants.find((grant) => isAllowed([grant], call));
    // The items of a transaction also need its permissions.
    const needed = ofFunction.filter(({ ofTransaction }) => !ofTransaction).map(grantOf);
    unused.push(
      ...grants.filter((grant) => !needed.includes(grant)).map((grant) => describeGrant(declared, grant)),
    );
    missing.push(
      ...ofFunction
        .filter((call) => grantOf(call) === undefined)
        .map(({ action, resource }) => `${declared.label}: ${action} on ${resource}`),
    );
  }
  return { unused, missing };
};

const conditionsOf = ({ Condition = {} }: PolicyStatement) => Object.keys(Condition).length;

const isFunction = ({ label }: Functions[number], name: string) =>
  new RegExp(`^(Api|Events|Feeds|Webhooks)?${pascalCase(name)}$`).test(label);

const withResourceNames = (resource: string, { environment }: Functions[number]) =>
  resourceNames(environment).reduce(
    (text, [variable, name]) => (name === undefined ? text : text.replace(`$${variable}`, name)),
    resource,
  );
