import { describe, expect, it } from "@jest/globals";
import { createIntrinsicResolver } from "../../../../lib/local/template/intrinsics.ts";

const resolve = createIntrinsicResolver({
  "AWS::Region": { Ref: "local" },
  Table: { Ref: "intake", Arn: "arn:table", "Nested.Name": "deep" },
});

describe("createIntrinsicResolver", () => {
  it.each([
    ["Ref", { Ref: "Table" }, "intake"],
    ["a pseudo parameter", { Ref: "AWS::Region" }, "local"],
    ["Fn::GetAtt", { "Fn::GetAtt": ["Table", "Arn"] }, "arn:table"],
    ["Fn::GetAtt as a string", { "Fn::GetAtt": "Table.Nested.Name" }, "deep"],
    ["Fn::Join", { "Fn::Join": ["/", ["a", { Ref: "Table" }]] }, "a/intake"],
    ["Fn::Sub", { "Fn::Sub": `x-\${Table}-\${Table.Arn}-\${!Table}` }, `x-intake-arn:table-\${Table}`],
    ["Fn::Sub with its own values", { "Fn::Sub": [`\${own}`, { own: { Ref: "Table" } }] }, "intake"],
    ["Fn::Select of Fn::Split", { "Fn::Select": ["1", { "Fn::Split": [":", "a:b"] }] }, "b"],
    ["values at any depth", { a: [{ b: { Ref: "Table" } }, 1, null] }, { a: [{ b: "intake" }, 1, null] }],
    ["AWS::NoValue", { a: { Ref: "AWS::NoValue" }, b: [{ Ref: "AWS::NoValue" }] }, { b: [] }],
  ])("resolves %s", (_case, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it.each([
    [{ "Fn::ImportValue": "other" }, "Fn::ImportValue"],
    [{ Ref: "Missing" }, "Missing.Ref"],
    [{ "Fn::GetAtt": ["Table", "Missing"] }, "Table.Missing"],
    [{ "Fn::Sub": `\${Missing}` }, "Missing.Ref"],
  ])("rejects %j and names the reference", (value, name) => {
    expect(() => resolve(value)).toThrow(name);
  });
});
