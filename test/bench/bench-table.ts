import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { readCloudAssembly } from "../../lib/local/template/cloud-assembly.ts";
import { synthesize } from "../../lib/stacks/intake-app.ts";
import { connectTable, type Table } from "../../shared/table/table.ts";

const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };

/** Connects directly to the database, so that the calls are not counted, and creates the declared table there. */
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
  const [properties] = declaredProperties("AWS::DynamoDB::Table");
  return createTable(table.client, properties, table.name, { stream: false });
};

type Properties = Readonly<Record<string, unknown>>;
type Declared = {
  readonly resources: Readonly<Record<string, { readonly Type: string; readonly Properties: Properties }>>;
  /** The largest template's count. */
  readonly largestCount: number;
};

/** Returns the properties of each resource of a type, as the stacks declare it. */
export const declaredProperties = (type: string): Properties[] =>
  Object.values(declared().resources)
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

export const declaredResourceCount = () => declared().largestCount;

let synthesized: Declared | undefined;

const declared = (): Declared => {
  synthesized ??= synthesizeStacks();
  return synthesized;
};

const synthesizeStacks = (): Declared => {
  const outdir = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  try {
    synthesize({ outdir });
    const templates = readdirSync(outdir).filter((file) => file.endsWith(".template.json"));
    const counts = templates.map(
      (file) => Object.keys(JSON.parse(readFileSync(join(outdir, file), "utf8")).Resources).length,
    );
    return { resources: readCloudAssembly(outdir).resources, largestCount: Math.max(...counts) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
};
