import { type CfnResource, type NestedStack, Stack } from "aws-cdk-lib";
import { CfnAuthorizer, CfnIntegration, CfnRoute } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnPermission } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";

/** Nested stacks that CloudFormation works on at once, beside the API's own stack. */
const LANES = 2;

/**
 * Makes CloudFormation create, change and delete one resource of the API at a time in each stack, and at most `LANES`
 * nested stacks at once, because API Gateway takes ten operations a second of an account. An endpoint that is added
 * changes other resources' `DependsOn`, which updates none of them.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
export const createInTurn = (api: Construct, stacks: readonly NestedStack[]) => {
  for (const scope of [api, ...stacks]) {
    const own = scope.node.findAll().filter((each) => Stack.of(each) === Stack.of(scope));
    // Each refers only to resources of the types before its own.
    const ofType = [CfnAuthorizer, CfnIntegration, CfnRoute].map((type) =>
      own.filter((each): each is CfnResource => each instanceof type),
    );
    pairs<CfnResource>(ofType.flat(), 1, (later, earlier) => later.addResourceDependency(earlier));
    for (const each of own) if (each instanceof CfnPermission) letRouteWait(each);
  }
  pairs(stacks, LANES, (later, earlier) => later.addStackDependency(earlier));
};

/** A route before the permission to invoke its function would answer 500. */
const letRouteWait = (permission: CfnPermission) => {
  const route = permission.node.scope?.node.defaultChild;
  if (route instanceof CfnRoute) route.addResourceDependency(permission);
};

const pairs = <T>(list: readonly T[], distance: number, connect: (later: T, earlier: T) => void) => {
  for (const [index, later] of list.entries()) {
    const earlier = list[index - distance];
    if (earlier) connect(later, earlier);
  }
};
