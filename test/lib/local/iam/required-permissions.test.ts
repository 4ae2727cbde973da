import { describe, expect, it } from "@jest/globals";
import { parseTarget } from "../../../../lib/local/host/aws-call.ts";
import { requiredPermissions } from "../../../../lib/local/iam/required-permissions.ts";

const TABLE = "arn:aws:dynamodb:local:000000000000:table/intake";
const TableName = "intake";
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: "x" } });

const permissionsOf = (target: string, request: object) => {
  const call = parseTarget(target, JSON.stringify(request));
  if (!call) throw new Error(target);
  return requiredPermissions(call, "pk");
};

describe("requiredPermissions", () => {
  it.each([
    ["GetItem", { TableName, Key: key("a") }, [["GetItem", "", ["a"]]]],
    ["PutItem", { TableName, Item: key("a") }, [["PutItem", "", ["a"]]]],
    ["DeleteItem", { TableName: TABLE, Key: key("a") }, [["DeleteItem", "", ["a"]]]],
    [
      "BatchGetItem",
      { RequestItems: { intake: { Keys: [key("a"), key("b")] } } },
      [["BatchGetItem", "", ["a", "b"]]],
    ],
    [
      "BatchWriteItem",
      {
        RequestItems: { intake: [{ PutRequest: { Item: key("a") } }, { DeleteRequest: { Key: key("b") } }] },
      },
      [["BatchWriteItem", "", ["a", "b"]]],
    ],
    [
      "TransactWriteItems",
      {
        TransactItems: [
          { Put: { TableName, Item: key("a") } },
          { Update: { TableName, Key: key("b") } },
          { Delete: { TableName, Key: key("c") } },
          { ConditionCheck: { TableName, Key: key("d") } },
        ],
      },
      [
        ["PutItem", "", ["a"]],
        ["UpdateItem", "", ["b"]],
        ["DeleteItem", "", ["c"]],
        ["ConditionCheckItem", "", ["d"]],
        ...["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"].map(
          (action): [string, string, string[], true] => [action, "", ["a", "b", "c", "d"], true],
        ),
      ],
    ],
    [
      "TransactWriteItems",
      { TransactItems: [{ Put: { TableName, Item: key("a") } }] },
      [["PutItem", "", ["a"]]],
    ],
    [
      "Query",
      {
        TableName,
        IndexName: "byStage",
        KeyConditionExpression: "#p = :p AND stage = :s",
        ExpressionAttributeNames: { "#p": "pk" },
        ExpressionAttributeValues: { ":p": { S: "a" }, ":s": { S: "new" } },
      },
      [["Query", "/index/byStage", ["a"]]],
    ],
  ])("returns the permissions of %s", (operation, request, expected) => {
    expect(permissionsOf(`DynamoDB_20120810.${operation}`, request)).toEqual(
      expected.map(([action, index, leadingKeys, ofTransaction]) => ({
        action: `dynamodb:${action}`,
        resource: `${TABLE}${index}`,
        leadingKeys,
        ...((ofTransaction || action === "UpdateItem") && { attributes: ["pk", "sk"] }),
        ...(ofTransaction && { ofTransaction }),
      })),
    );
  });

  it.each([
    [
      "SET a = :a, #b = if_not_exists(c, :c)",
      "attribute_exists(d) AND NOT contains(#e, :a)",
      "a,beta,c,d,epsilon",
    ],
    ["REMOVE a.inner[3].x, b[0] ADD c :n DELETE d :s", "a.b BETWEEN :x AND f", "a,b,c,d,f"],
    ["set a=list_append(b,:x)", "size(c)>:n or (a in (:x,:y) and e<>:z)", "a,b,c,e"],
    ["", "", ""],
  ])("names the attributes of an update: %j if %j", (UpdateExpression, ConditionExpression, expected) => {
    const request = {
      TableName,
      Key: key("a"),
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeNames: { "#b": "beta", "#e": "epsilon" },
      ReturnValues: "ALL_NEW",
    };
    const [permission] = permissionsOf("DynamoDB_20120810.UpdateItem", request);
    const named = permission?.attributes?.filter((name) => name !== "pk" && name !== "sk") ?? [];
    expect(named.sort().join()).toBe(expected);
  });

  it.each([
    ["DynamoDB_20120810.Scan", { TableName }, "dynamodb:Scan", "*"],
    [
      "AWSEvents.PutEvents",
      { Entries: [{ EventBusName: "bus" }] },
      "events:PutEvents",
      "arn:aws:events:local:000000000000:event-bus/bus",
    ],
    [
      "AmazonSQS.SendMessage",
      { QueueUrl: "http://127.0.0.1:1/000000000000/queue" },
      "sqs:SendMessage",
      "arn:aws:sqs:local:000000000000:queue",
    ],
  ])("returns the permissions of %s", (target, request, action, resource) => {
    expect(permissionsOf(target, request)).toMatchObject([{ action, resource }]);
  });
});
