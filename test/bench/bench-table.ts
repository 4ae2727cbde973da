import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../lib/intake-app.ts";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { connectTable, type Table } from "../../shared/storage/dynamodb/table.ts";

/** Connects to the database directly, so that its calls are not counted, and creates the declared table there. */
export const createBenchTable = async (endpoint: string): Promise<Table> => {
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const table = connectTable("bench", { endpoint, region: "us-east-1", credentials });
  await createDeclaredTable(table);
  return table;
};

/** Creates the table that the stack declares, but without its stream, which slows every write. */
export const createDeclaredTable = (table: Table) =>
  createTable(table.client, readDeclaredTable(), table.name, { stream: false });

const readDeclaredTable = (): unknown => {
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  try {
    const [stack] = synthesize({ outdir }).stacks;
    const template: { Resources: Record<string, { Type: string; Properties: unknown }> } = JSON.parse(
      readFileSync(stack?.templateFullPath ?? "", "utf8"),
    );
    return Object.values(template.Resources).find(({ Type }) => Type === "AWS::DynamoDB::Table")?.Properties;
  } finally {
    rmSync(outdir, { recursive: true });
  }
};
