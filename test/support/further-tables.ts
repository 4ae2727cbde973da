import { DeleteTableCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach } from "@jest/globals";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import type { Table } from "../../shared/table/table.ts";
import { declaredResources } from "./test-table.ts";

/** Creates a table beside the suite's own for each test, as before and after a restore. */
export const useFurtherTable = ({ client, name }: Table, suffix: string): Table => {
  const further = { client, name: `${name}-${suffix}` };
  const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
  beforeEach(() => createTable(client, declared?.Properties, further.name, { stream: false }));
  afterEach(() => client.send(new DeleteTableCommand({ TableName: further.name })));
  return further;
};
