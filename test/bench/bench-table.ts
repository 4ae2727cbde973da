import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../lib/intake-app.ts";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { connectTable, type Table } from "../../shared/storage/dynamodb/table.ts";

/** The declared table, reached directly and uncounted; without its stream, which would slow 100,000 writes. */
export const createBenchTable = async (endpoint: string): Promise<Table> => {
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const table = connectTable("bench", { endpoint, region: "us-east-1", credentials });
  await createTable(table.client, declaredTable(), table.name, { stream: false });
  return table;
};

const declaredTable = (): unknown => {
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
