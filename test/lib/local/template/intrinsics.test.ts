import { describe, expect, it } from "@jest/globals";
import { StartError } from "../../../../lib/local/host/start-error.ts";
import { intrinsicResolver, replaceIntrinsics } from "../../../../lib/local/template/intrinsics.ts";

const VALUES: Record<string, string> = {
  "AWS::Region.Ref": "local",
  "Table.Ref": "intake",
  "Table.Arn": "arn:table",
};

const resolver = intrinsicResolver((id, attribute) => {
  const value = VALUES[`${id}.${attribute}`];
  if (value === undefined) throw new StartError(`${id}.${attribute}`);
  return value;
});
const resolve = (value: unknown) => replaceIntrinsics(value, resolver);

describe("intrinsicResolver", () => {
  it.each([
    ["Ref", { Ref: "Table" }, "intake"],
    ["a pseudo parameter", { Ref: "AWS::Region" }, "local"],
    ["Fn::GetAtt", { "Fn::GetAtt": ["Table", "Arn"] }, "arn:table"],
    ["Fn::Join", { "Fn::Join": ["/", ["a", { Ref: "Table" }]] }, "a/intake"],
    ["Fn::Sub", { "Fn::Sub": `x-\${Table}-\${AWS::Region}` }, "x-intake-local"],
    ["Fn::Select of Fn::Split", { "Fn::Select": ["1", { "Fn::Split": [":", "a:b"] }] }, "b"],
    ["values at any depth", { a: [{ b: { Ref: "Table" } }, 1, null] }, { a: [{ b: "intake" }, 1, null] }],
  ])("resolves %s", (_case, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it.each([
    [{ "Fn::ImportValue": "other" }, "Fn::ImportValue"],
    [{ Ref: "Missing" }, "Missing.Ref"],
    [{ "Fn::GetAtt": ["Table", "Missing"] }, "Table.Missing"],
    [{ "Fn::Sub": `\${Missing}` }, "Missing.Ref"],
    [{ "Fn::Sub": `\${Table.Arn}` }, "Table.Arn.Ref"],
    [{ Ref: "AWS::NoValue" }, "AWS::NoValue"],
  ])("rejects %j and names the reference", (value, name) => {
    expect(() => resolve(value)).toThrow(name);
  });
});
