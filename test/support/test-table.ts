import { DeleteTableCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll } from "@jest/globals";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { connectTable, type Table } from "../../shared/table/table.ts";
import { stackTemplate } from "./suite-resources.ts";

type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> };

/** The resources of a type in the synthesized template, by logical id. */
export const declaredResources = (type: string): Record<string, Resource> => {
  const { Resources }: { Resources: Record<string, Resource> } = JSON.parse(stackTemplate());
  return Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));
};

/** Creates a table for this file as the template declares it. The stream slows writes, so it is off by default. */
export const useTable = (options: { readonly stream?: boolean } = {}): Table => {
  const table = connectTable();
  const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
  beforeAll(async () => {
    await createTable(table.client, declared?.Properties, table.name, { stream: options.stream ?? false });
  });
  afterAll(async () => {
    await table.client.send(new DeleteTableCommand({ TableName: table.name }));
  });
  return table;
};
