import { policyStatement } from "../../../lib/local/iam/iam-policy.ts";
import type { DeclaredFunction } from "../../../lib/local/template/declared-stack.ts";

/** Returns a declared function whose role allows everything, with the given changes. */
export const sampleFunction = (changes: Partial<DeclaredFunction> = {}): DeclaredFunction => ({
  name: "Some",
  label: "Some",
  module: "",
  handler: "handler",
  timeoutSeconds: 1,
  environment: {},
  statements: [allow("*", "*")],
  ...changes,
});

export const allow = (actions: string | string[], resource: string) =>
  policyStatement.parse({ Effect: "Allow", Action: actions, Resource: resource });

/** Stands for services at the AWS endpoint in tests that call none of them. */
const notHosted = () => ({ status: 501, body: "" });
export const NOT_HOSTED = {
  dynamodb: notHosted,
  events: notHosted,
  sqs: notHosted,
  lambda: notHosted,
  s3: notHosted,
};
