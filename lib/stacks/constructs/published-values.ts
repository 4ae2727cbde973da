import type { Stack } from "aws-cdk-lib";
import { StringParameter } from "aws-cdk-lib/aws-ssm";

/**
 * Values of a stack that the stack `live` reads from parameters of Systems Manager, whose names follow from the names of
 * the stacks. At each update CloudFormation reads them again and compares them with the last ones:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-supplied-parameter-types.html.
 * With `Fn::GetStackOutput`, `live` would keep the functions of a deleted service, and could lose its position in the
 * table's stream (docs/decisions.md).
 */
export class PublishedValues<Name extends string> {
  readonly #stackName: string;

  constructor(stack: Stack, values: Readonly<Record<Name, string>>) {
    this.#stackName = stack.stackName;
    for (const [name, stringValue] of Object.entries<string>(values))
      new StringParameter(stack, `Published${name}`, {
        parameterName: this.#parameterName(name),
        stringValue,
      });
  }

  /** Returns the value for a resource of another stack, which must be deployed later. */
  readIn = (reader: Stack, name: Name) =>
    StringParameter.valueForStringParameter(reader, this.#parameterName(name));

  #parameterName = (name: string) => `/${this.#stackName}/${name}`;
}
