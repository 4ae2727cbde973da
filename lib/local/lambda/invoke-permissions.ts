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
export const mayInvoke = (permissions: readonly InvokePermission[], invocation: Invocation) =>
  permissions.some(
    ({ functionArn, principal, sourceArn = "*" }) =>
      functionArn === invocation.functionArn &&
      principal === invocation.principal &&
      matchesWildcards(invocation.sourceArn, sourceArn),
  );

/**
 * Checks what EventBridge needs to invoke the targets of its rules: on AWS, it could only tell by a metric.
 * @throws StartError if a function does not let a rule invoke it
 */
export const requireRulePermissions = ({
  rules,
  scheduledRules,
  permissions,
}: Pick<DeclaredStack, "rules" | "scheduledRules" | "permissions">) => {
  for (const { id, Targets } of [...rules, ...scheduledRules])
    for (const { Arn: functionArn } of Targets.filter(({ Arn }) => Arn.startsWith("arn:aws:lambda:"))) {
      const sourceArn = arn("events", `rule/${id}`);
      if (!mayInvoke(permissions, { functionArn, principal: "events.amazonaws.com", sourceArn }))
        throw new StartError(`${functionArn} does not let the rule ${id} invoke it.`);
    }
};
