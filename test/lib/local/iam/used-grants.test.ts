import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { policyStatement } from "../../../../lib/local/iam/iam-policy.ts";
import { neededPermissions } from "../../../support/recorded-calls.ts";
import { compareGrants } from "../../../support/used-grants.ts";

const TABLE = "arn:aws:dynamodb:local:000000000000:table/intake";
const CALLED_TABLE = "arn:aws:dynamodb:local:000000000000:table/$TABLE_NAME";
const DEAD_LETTERS = "arn:aws:sqs:local:000000000000:dead-letters";

const grant = (actions: string[], resources: string[], condition?: object) =>
  policyStatement.parse({
    Effect: "Allow",
    Action: actions,
    Resource: resources,
    ...(condition && { Condition: condition }),
  });

const KEYS = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] } };

const compare = (
  statements: ReturnType<typeof grant>[],
  calls: { action: string; [field: string]: unknown }[],
  invokedLater = "GetLead",
) =>
  compareGrants(
    {
      functions: [{ name: "GetLead", label: "GetLead", environment: { TABLE_NAME: "intake" }, statements }],
      asyncInvocations: [
        {
          id: "",
          FunctionName: invokedLater,
          MaximumRetryAttempts: 0,
          Qualifier: "$LATEST",
          DestinationConfig: { OnFailure: { Destination: DEAD_LETTERS } },
        },
      ],
    },
    calls.map((call) => ({ function: "get-lead", resource: CALLED_TABLE, ...call })),
  );

const GET = { action: "dynamodb:GetItem" };
const UPDATE = { action: "dynamodb:UpdateItem", leadingKeys: ["FIRM#"] };
const LEASE = { action: "dynamodb:UpdateItem", leadingKeys: ["KEY#"] };

describe("the comparison of grants with calls", () => {
  it("finds nothing if each grant is needed and each call granted", () => {
    const statements = [grant(["dynamodb:GetItem", "dynamodb:UpdateItem"], [TABLE])];
    expect(compare(statements, [GET, UPDATE])).toEqual({ unused: [], missing: [] });
  });

  it("finds an action and a resource that no call needs", () => {
    const statements = [
      grant(["dynamodb:GetItem", "dynamodb:PutItem"], [TABLE]),
      grant(["dynamodb:Query"], [TABLE, `${TABLE}/index/*`]),
    ];
    const query = { action: "dynamodb:Query", resource: `${CALLED_TABLE}/index/byStage` };
    expect(compare(statements, [GET, query]).unused).toEqual([
      `GetLead: dynamodb:PutItem on ${TABLE}`,
      `GetLead: dynamodb:Query on ${TABLE}`,
    ]);
  });

  it("finds a wide grant needed only by calls that a grant with a condition allows", () => {
    const statements = [
      grant(["dynamodb:UpdateItem"], [TABLE]),
      grant(["dynamodb:UpdateItem"], [TABLE], KEYS),
    ];
    expect(compare(statements, [LEASE]).unused).toEqual([`GetLead: dynamodb:UpdateItem on ${TABLE}`]);
    expect(compare(statements, [LEASE, UPDATE]).unused).toEqual([]);
  });

  it("finds calls that no grant allows", () => {
    const statements = [grant(["dynamodb:UpdateItem"], [TABLE], KEYS)];
    expect(compare(statements, [LEASE, UPDATE, GET]).missing).toEqual([
      `GetLead: dynamodb:UpdateItem on ${TABLE}`,
      `GetLead: dynamodb:GetItem on ${TABLE}`,
    ]);
  });

  it("ignores calls of other functions", () => {
    const other = { ...GET, function: "get-lead-source" };
    expect(compare([grant(["dynamodb:GetItem"], [TABLE])], [other]).unused).toHaveLength(1);
  });

  it("ignores what Lambda does with the function's role", () => {
    const statements = [
      grant(["logs:PutLogEvents", "dynamodb:GetRecords", "sqs:ReceiveMessage"], ["*"]),
      grant(["sqs:SendMessage"], [DEAD_LETTERS]),
    ];
    expect(compare(statements, []).unused).toEqual([]);
  });

  it("counts what a function itself sends to the queue in which Lambda puts the failed events of another", () => {
    const statements = [grant(["sqs:SendMessage"], [DEAD_LETTERS])];
    const send = { action: "sqs:SendMessage", resource: DEAD_LETTERS };
    expect(compare(statements, [send], "FanOutEvent")).toEqual({ unused: [], missing: [] });
    expect(compare(statements, [], "FanOutEvent").unused).toHaveLength(1);
  });
});

it("the permissions of a call name the table by its variable, and leave out the table of an earlier test file", () => {
  const resourcesOf = (TableName = "") =>
    neededPermissions({ service: "dynamodb", operation: "GetItem", request: { TableName, Key: {} } }).map(
      ({ resource }) => resource,
    );
  expect(resourcesOf(process.env.TABLE_NAME)).toEqual([CALLED_TABLE]);
  expect(resourcesOf(`test-${randomUUID()}`)).toEqual([]);
});
