import { describe, expect, it } from "@jest/globals";
import { isAllowed } from "../../../../lib/local/iam/iam-policy.ts";
import { requiredPermissions } from "../../../../lib/local/iam/required-permissions.ts";
import { pascalCase } from "../../../../lib/stacks/constructs/intake-api.ts";
import { ENDPOINTS } from "../../../../shared/endpoints.ts";
import { suiteStack } from "../../../support/suite-stack.ts";

const { functions, table } = suiteStack();

const statementsOf = (name: string) =>
  functions.find(({ label }) => label === pascalCase(name))?.statements ?? [];

const MANAGING = ENDPOINTS.filter(({ keyActions = [] }) => keyActions.length > 0);

const itemOf = (action: string, pk: string) => {
  const Key = { pk: { S: pk }, sk: { S: "x" } };
  const operation = action.replace(/Item$/, "");
  return {
    [operation]: { TableName: table.name, ...(operation === "Put" ? { Item: Key } : { Key }) },
  };
};

const permissionsOf = (...TransactItems: object[]) =>
  requiredPermissions(
    { service: "dynamodb", operation: "TransactWriteItems", request: { TransactItems } },
    "pk",
  );

describe.each(MANAGING)("$name", ({ name, tableActions, keyActions = [] }) => {
  const statements = statementsOf(name);
  const writes = tableActions.filter((action) => /^(Put|Update|Delete)/.test(action));
  const ofKeys = keyActions.map((action) => itemOf(action, "KEY#1"));
  const ofFirm = writes.map((action, index) => itemOf(action, `FIRM#${index}`));

  it("may write keys and the firm's records in one transaction, checked item by item and as a whole", () => {
    const permissions = permissionsOf(...ofKeys, ...ofFirm);
    expect(permissions.some(({ ofTransaction }) => ofTransaction)).toBe(true);
    expect(permissions.filter((permission) => !isAllowed(statements, permission))).toEqual([]);
  });

  it("may write keys, and the firm's records, only by the actions of its definition", () => {
    for (const action of ["PutItem", "UpdateItem", "DeleteItem"] as const)
      for (const [pk, granted] of [
        ["KEY#1", keyActions],
        ["FIRM#1", writes],
      ] as const) {
        const [permission] = permissionsOf(itemOf(action, pk));
        const attributes = { attributes: ["pk", "sk", "scopes"] };
        const expected = granted.some((each) => each === action);
        expect(
          isAllowed(statements, {
            ...permission,
            action: `dynamodb:${action}`,
            resource: permission?.resource ?? "",
            ...attributes,
          }),
        ).toBe(expected);
      }
  });
});

describe("an endpoint that manages no keys", () => {
  it("may not write a key, even beside a record of the firm", () => {
    const statements = statementsOf("update-lead");
    const permissions = permissionsOf(itemOf("PutItem", "FIRM#1"), itemOf("PutItem", "KEY#1"));
    expect(permissions.map((permission) => isAllowed(statements, permission))).toEqual([true, false, false]);
  });
});
