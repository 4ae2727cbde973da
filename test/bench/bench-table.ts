import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesize } from "../../lib/intake-app.ts";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { connectTable, type Table } from "../../shared/table/table.ts";

const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };

/** Connects to the database directly, so that its calls are not counted, and creates the declared table there. */
export const createBenchTable = async (
  endpoint: string,
  name = "bench",
  clientConfig: Parameters<typeof connectTable>[1] = {},
): Promise<Table> => {
  const table = connectTable(name, { endpoint, region: "us-east-1", credentials, ...clientConfig });
  await createDeclaredTable(table);
  return table;
};

/** Creates the table that the stack declares, but without its stream, which slows every write. */
export const createDeclaredTable = (table: Table) => {
  const [declared] = declaredProperties("AWS::DynamoDB::Table");
  return createTable(table.client, declared, table.name, { stream: false });
};

type Properties = Readonly<Record<string, unknown>>;
type Template = { readonly Resources: Record<string, { Type: string; Properties: Properties }> };

/** The properties of each resource of a type, as the stack declares it. */
export const declaredProperties = (type: string): Properties[] =>
  Object.values(declaredStack().Resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

export const declaredResourceCount = () => Object.keys(declaredStack().Resources).length;

let template: Template | undefined;

const declaredStack = (): Template => {
  template ??= synthesizeStack();
  return template;
};

const synthesizeStack = (): Template => {
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  try {
    const [stack] = synthesize({ outdir }).stacks;
    return JSON.parse(readFileSync(stack?.templateFullPath ?? "", "utf8"));
  } finally {
    rmSync(outdir, { recursive: true });
  }
};
