import { describe, expect, it } from "@jest/globals";
import { isAllowed, policyStatement } from "../../../../lib/local/iam/iam-policy.ts";

const allow = (statement: object) => policyStatement.parse({ Effect: "Allow", ...statement });
const TABLE = "arn:aws:dynamodb:local:000000000000:table/intake";

const READ = allow({ Action: ["dynamodb:GetItem", "dynamodb:Batch*"], Resource: TABLE });
const LEASE = allow({
  Action: "dynamodb:UpdateItem",
  Resource: TABLE,
  Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] } },
});
const WINDOW = allow({
  Action: "dynamodb:UpdateItem",
  Resource: TABLE,
  Condition: {
    "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] },
    "ForAllValues:StringEquals": { "dynamodb:Attributes": ["pk", "used"] },
  },
});
const NO_KEYS = allow({
  Action: "dynamodb:PutItem",
  Resource: TABLE,
  Condition: { "ForAllValues:StringNotLike": { "dynamodb:LeadingKeys": ["KEY#*"] } },
});
const SOME_KEY = allow({
  Action: "dynamodb:PutItem",
  Resource: TABLE,
  Condition: { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] } },
});
const NOT_ONLY_KEYS = allow({
  Action: "dynamodb:PutItem",
  Resource: TABLE,
  Condition: { "ForAnyValue:StringNotLike": { "dynamodb:LeadingKeys": ["KEY#*"] } },
});
const PUT = { action: "dynamodb:PutItem", resource: TABLE };

describe("isAllowed", () => {
  it.each([
    [true, "a granted action", [READ], { action: "dynamodb:GetItem", resource: TABLE }],
    [true, "an action that matches a wildcard", [READ], { action: "dynamodb:BatchGetItem", resource: TABLE }],
    [false, "an action that is not granted", [READ], { action: "dynamodb:PutItem", resource: TABLE }],
    [false, "another resource", [READ], { action: "dynamodb:GetItem", resource: `${TABLE}s` }],
    [false, "any action without statements", [], { action: "dynamodb:GetItem", resource: TABLE }],
    [
      true,
      "keys that the condition covers",
      [LEASE],
      { action: "dynamodb:UpdateItem", resource: TABLE, leadingKeys: ["KEY#1", "KEY#2"] },
    ],
    [
      false,
      "one key that the condition does not cover",
      [LEASE],
      { action: "dynamodb:UpdateItem", resource: TABLE, leadingKeys: ["KEY#1", "FIRM#1"] },
    ],
    [
      true,
      "an update of the attributes that the condition lists",
      [WINDOW],
      {
        action: "dynamodb:UpdateItem",
        resource: TABLE,
        leadingKeys: ["KEY#1"],
        attributes: ["pk", "used"],
      },
    ],
    [
      false,
      "an update of another attribute",
      [WINDOW],
      {
        action: "dynamodb:UpdateItem",
        resource: TABLE,
        leadingKeys: ["KEY#1"],
        attributes: ["pk", "used", "scopes"],
      },
    ],
    [
      false,
      "listed attributes of another key",
      [WINDOW],
      { action: "dynamodb:UpdateItem", resource: TABLE, leadingKeys: ["FIRM#1"], attributes: ["pk", "used"] },
    ],
    [
      true,
      "keys that are not excluded",
      [NO_KEYS],
      { action: "dynamodb:PutItem", resource: TABLE, leadingKeys: ["FIRM#1"] },
    ],
    [
      false,
      "one key that is excluded",
      [NO_KEYS],
      { action: "dynamodb:PutItem", resource: TABLE, leadingKeys: ["FIRM#1", "KEY#1"] },
    ],
    [true, "one key of several", [SOME_KEY], { ...PUT, leadingKeys: ["FIRM#1", "KEY#1"] }],
    [false, "none of several keys", [SOME_KEY], { ...PUT, leadingKeys: ["FIRM#1", "FIRM#2"] }],
    [false, "no keys where one is asked for", [SOME_KEY], { ...PUT, leadingKeys: [] }],
    [true, "one that is not excluded", [NOT_ONLY_KEYS], { ...PUT, leadingKeys: ["FIRM#1", "KEY#1"] }],
    [false, "only excluded keys", [NOT_ONLY_KEYS], { ...PUT, leadingKeys: ["KEY#1", "KEY#2"] }],
  ])("returns %s for %s", (expected, _case, statements, permission) => {
    expect(isAllowed(statements, permission)).toBe(expected);
  });

  it.each([
    { Condition: { Bool: { "aws:SecureTransport": "true" } } },
    { Condition: { "ForAllValues:StringLike": { "dynamodb:Attributes": ["a"] } } },
    {
      Action: ["dynamodb:UpdateItem", "dynamodb:PutItem"],
      Condition: { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["a"] } },
    },
    { NotAction: "dynamodb:*" },
    { Effect: "Deny" },
  ])("rejects a statement that it cannot evaluate: %j", (part) => {
    const statement = { Effect: "Allow", Action: "*", Resource: "*", ...part };
    expect(policyStatement.safeParse(statement).success).toBe(false);
  });
});
