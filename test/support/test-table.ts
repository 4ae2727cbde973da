import { DeleteTableCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, jest } from "@jest/globals";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { connectTable, type Table } from "../../shared/table/table.ts";
import { stackTemplate } from "./suite-resources.ts";

type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> };

/** Returns the resources of a type in the synthesized template, by logical id. */
export const declaredResources = (type: string): Record<string, Resource> => {
  const { Resources }: { Resources: Record<string, Resource> } = JSON.parse(stackTemplate());
  return Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));
};

type TableOptions = {
  /** The stream slows writes, so it is off by default. */
  readonly stream?: boolean;
  /** Creates a table for each test, for tests of operations that find everything in it. */
  readonly forEach?: boolean;
};

/** Creates a table for this file as the template declares it. */
export const useTable = ({ stream = false, forEach = false }: TableOptions = {}): Table => {
  const table = connectTable();
  const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
  const [before, after] = forEach ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    await createTable(table.client, declared?.Properties, table.name, { stream });
  });
  after(async () => {
    // The last test may have intercepted the client's calls.
    jest.restoreAllMocks();
    await table.client.send(new DeleteTableCommand({ TableName: table.name }));
  });
  return table;
};
