import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { connectTable, type Table } from "../../shared/storage/dynamodb/table.ts";
import type { OperatorOptions } from "./operator-command.ts";

const runningService = z.object({ aws_endpoint: z.string(), table_name: z.string() });

/**
 * Connects to a deployed table with the caller's AWS credentials, or by default to the running local service's table.
 * @throws when no local service is running
 */
export const openTable = ({ table }: OperatorOptions): Table => {
  if (table !== undefined) return connectTable(table);
  const { aws_endpoint: endpoint, table_name: name } = readRunningService();
  const credentials = { accessKeyId: "operator", secretAccessKey: "operator" };
  return connectTable(name, { endpoint, region: "us-east-1", credentials });
};

const readRunningService = () => {
  const directory = process.env.INTAKE_LOCAL_DIR ?? ".local";
  try {
    return runningService.parse(JSON.parse(readFileSync(join(directory, "service.json"), "utf8")));
  } catch (cause) {
    throw new Error(
      `no local service is running on the folder ${directory}: start it with "npm start", or name a deployed table with --table`,
      { cause },
    );
  }
};
