import { describe, expect, it } from "@jest/globals";
import { linkTemplates, template } from "../../../../lib/local/template/linked-templates.ts";

const QUEUE = { Type: "AWS::SQS::Queue" };
const HASH = "0".repeat(64);
const read = (StackName: string, OutputName: string) => ({ "Fn::GetStackOutput": { StackName, OutputName } });

const nested = template.parse({
  Resources: { Inner: { ...QUEUE, Properties: { Outer: { Ref: "queue" }, Own: { Ref: "Other" } } } },
  Outputs: { Name: { Value: { Ref: "Inner" } } },
});
const state = { Resources: { Kept: QUEUE }, Outputs: { Arn: { Value: { "Fn::GetAtt": ["Kept", "Arn"] } } } };
const service = (Properties: object) => ({
  Resources: {
    Served: { ...QUEUE, Properties },
    Nested: {
      Type: "AWS::CloudFormation::Stack",
      Properties: { Parameters: { queue: read("state", "Arn") }, TemplateURL: `https://assets/${HASH}.json` },
    },
  },
});

const link = (stacks: Record<string, object>) =>
  linkTemplates(
    Object.fromEntries(Object.entries(stacks).map(([name, own]) => [name, template.parse(own)])),
    () => nested,
  );

describe("linkTemplates", () => {
  it("lets a reference to an output, of another stack or a nested one, refer to the resource", () => {
    const properties = { Dead: [read("state", "Arn")], Inner: { "Fn::GetAtt": ["Nested", "Outputs.Name"] } };
    expect(link({ state, service: service(properties) })).toMatchObject({
      Kept: QUEUE,
      Served: { Properties: { Dead: [{ "Fn::GetAtt": ["Kept", "Arn"] }], Inner: { Ref: "Inner" } } },
      Inner: { Properties: { Outer: { "Fn::GetAtt": ["Kept", "Arn"] }, Own: { Ref: "Other" } } },
    });
  });

  it("leaves no nested stack as a resource", () => {
    expect(Object.keys(link({ state, service: service({}) }))).toEqual(["Kept", "Served", "Inner"]);
  });

  it("names a missing output", () => {
    expect(() => link({ state, service: service({ Dead: read("state", "Gone") }) })).toThrow(
      "the output Gone of state",
    );
  });

  it("names a resource that two stacks have", () => {
    expect(() => link({ state, other: state })).toThrow("Two stacks have a resource Kept.");
  });
});
