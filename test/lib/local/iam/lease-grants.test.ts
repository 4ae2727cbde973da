import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DynamoDbProxy } from "../../../../lib/local/dynamodb/dynamodb-proxy.ts";
import { createAwsListener } from "../../../../lib/local/host/aws-endpoint.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { policyStatement } from "../../../../lib/local/iam/iam-policy.ts";
import { keyStore } from "../../../../shared/api/keys/key-store.ts";
import { firmIdFromVerifiedSource } from "../../../../shared/table/firm-id.ts";
import { apiKeyRecordKey, settingsKey, sha256 } from "../../../../shared/table/record-keys.ts";
import { connectTable, type Table } from "../../../../shared/table/table.ts";
import { addKey, newFirm } from "../../../support/firms.ts";
import { readStoredKey } from "../../../support/keys.ts";
import { databaseEndpoint } from "../../../support/suite-resources.ts";
import { suiteStack } from "../../../support/suite-stack.ts";
import { useTable } from "../../../support/test-table.ts";
import { NOT_HOSTED, sampleFunction } from "../sample-resources.ts";

/** A function that reads leads with a key: its role's statements are applied to this file's table. */
const LEASES = "GetLead";

const table = useTable();
const proxy = new DynamoDbProxy(databaseEndpoint());
let server: LoopbackServer;
let asFunction: Table;
let secret: string;

const statementsFor = (tableName: string) => {
  const stack = suiteStack();
  const declared = stack.functions.find(({ label }) => label === LEASES);
  const text = JSON.stringify(declared?.statements).replaceAll(stack.table.name, tableName);
  return policyStatement.array().parse(JSON.parse(text));
};

beforeAll(async () => {
  const listener = createAwsListener({
    functions: [sampleFunction({ name: LEASES, label: LEASES, statements: statementsFor(table.name) })],
    partitionKey: "pk",
    services: { ...NOT_HOSTED, dynamodb: (call) => proxy.call(call) },
    log: () => {},
    onAnswered: () => {},
  });
  server = await listenOnLoopback(listener, 0);
  asFunction = connectTable(table.name, {
    endpoint: `http://127.0.0.1:${server.port}`,
    credentials: { accessKeyId: LEASES, secretAccessKey: "local" },
  });
});
beforeEach(async () => {
  const { firmId } = await newFirm(table);
  secret = await addKey(table, firmId, { scopes: ["leads:read"], requestsPerMinute: 60 });
});
afterAll(async () => {
  await server.stop();
  proxy.stop();
});

const update = (changes: Partial<UpdateCommandInput>) =>
  asFunction.client.send(
    new UpdateCommand({ TableName: table.name, Key: apiKeyRecordKey(sha256(secret)), ...changes }),
  );

const SETTINGS = settingsKey(firmIdFromVerifiedSource("f1"));

describe("a function that takes leases", () => {
  it("opens and joins a rate window, and gets the whole key in the answer", async () => {
    const opened = await keyStore(asFunction).openWindow(secret, Date.now());
    expect(opened).toMatchObject({
      admitted: true,
      record: { scopes: ["leads:read"], requestsPerMinute: 60 },
    });
    const windowStart = opened.record?.windowStartMilliseconds ?? 0;
    const joined = await keyStore(asFunction).joinWindow(secret, { windowStart, permits: 3, ceiling: 60 });
    expect(joined).toMatchObject({
      admitted: true,
      record: { windowUsed: (opened.record?.windowUsed ?? 0) + 3 },
    });
    const refused = await keyStore(asFunction).joinWindow(secret, { windowStart, permits: 3, ceiling: 0 });
    expect(refused).toMatchObject({ admitted: false, record: { scopes: ["leads:read"] } });
  });

  const WRITE = {
    ExpressionAttributeNames: { "#field": "scopes" },
    ExpressionAttributeValues: { ":value": ["settings:write"] },
  };

  const REFUSED: [string, Partial<UpdateCommandInput>][] = [
    ["write scopes", { UpdateExpression: "SET #field = :value", ...WRITE }],
    [
      "write scopes beside the window",
      { UpdateExpression: "SET windowUsed = :value, #field = :value", ...WRITE },
    ],
    ["write an element of scopes", { UpdateExpression: "SET #field[0] = :value", ...WRITE }],
    [
      "write a limit",
      { UpdateExpression: "ADD requestsPerMinute :n", ExpressionAttributeValues: { ":n": 1 } },
    ],
    ["enable a key", { UpdateExpression: "REMOVE enabled" }],
    [
      "use a condition on scopes",
      {
        UpdateExpression: "SET windowUsed = :zero",
        ConditionExpression: "contains(scopes, :zero)",
        ExpressionAttributeValues: { ":zero": 0 },
      },
    ],
    [
      "copy an attribute into the window",
      { UpdateExpression: "SET windowUsed = if_not_exists(version, requestsPerMinute)" },
    ],
    ["write an item that is not a key", { Key: SETTINGS, UpdateExpression: "REMOVE windowUsed" }],
    ["read an item that is not a key by the answer of an update", { Key: SETTINGS, ReturnValues: "ALL_NEW" }],
    [
      "read scopes by the answer of another update",
      { UpdateExpression: "REMOVE scopes", ReturnValues: "ALL_OLD" },
    ],
  ];

  it.each(REFUSED)("may not %s", async (_case, changes) => {
    const before = await readStoredKey(table, secret);
    await expect(update(changes)).rejects.toMatchObject({ name: "AccessDeniedException" });
    expect(await readStoredKey(table, secret)).toEqual(before);
  });
});
