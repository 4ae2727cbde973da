import {
  type AddToPrincipalPolicyResult,
  PolicyDocument,
  type PolicyStatement,
  Role,
  type ServicePrincipal,
} from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

type InlineRoleProps = { readonly assumedBy: ServicePrincipal };

/** A role that contains its grants: one resource instead of two, of the 500 that a stack may have. */
export class InlineRole extends Role {
  readonly #grants: PolicyDocument;

  constructor(scope: Construct, id: string, { assumedBy }: InlineRoleProps) {
    const grants = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { Grants: grants } });
    this.#grants = grants;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#grants.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
