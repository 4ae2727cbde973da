import { StartError } from "../host/start-error.ts";
import { matchesWildcards } from "../iam/iam-policy.ts";
import type { DeclaredStack } from "../template/declared-stack.ts";
import { arn } from "../template/resource-names.ts";

/** A statement of a function's resource-based policy: who may invoke it, and from where. */
export type InvokePermission = {
  readonly functionArn: string;
  readonly principal: string;
  /** May have wildcards; absent for any source. */
  readonly sourceArn?: string | undefined;
};

type Invocation = Omit<InvokePermission, "sourceArn"> & { readonly sourceArn: string };

/** Whether Lambda lets a service invoke a function on behalf of this source. */
const mayInvoke = (permissions: readonly InvokePermission[], invocation: Invocation) =>
  permissions.some(
    ({ functionArn, principal, sourceArn = "*" }) =>
      functionArn === invocation.functionArn &&
      principal === invocation.principal &&
      matchesWildcards(invocation.sourceArn, sourceArn),
  );

type Invokers = Pick<DeclaredStack, "routes" | "rules" | "scheduledRules" | "permissions">;

/**
 * Checks what API Gateway and EventBridge need to invoke functions: on AWS, only requests or metrics could tell.
 * @throws StartError if a function does not let a route or rule invoke it
 */
export const requireInvokePermissions = ({ routes, rules, scheduledRules, permissions }: Invokers) => {
  const ofRoutes = routes.map(({ functionName, arn: sourceArn }) => ({
    functionArn: arn("lambda", `function:${functionName}`),
    principal: "apigateway.amazonaws.com",
    sourceArn,
  }));
  const ofRules = [...rules, ...scheduledRules].flatMap(({ id, Targets }) =>
    Targets.map(({ Arn: functionArn }) => ({
      functionArn,
      principal: "events.amazonaws.com",
      sourceArn: arn("events", `rule/${id}`),
    })),
  );
  const denied = [...ofRoutes, ...ofRules].find((invocation) => !mayInvoke(permissions, invocation));
  if (denied) throw new StartError(`${denied.functionArn} does not let ${denied.sourceArn} invoke it.`);
};
