import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const IMPORT_RULE = "lint/style/noRestrictedImports";
const GLOBAL_RULE = "lint/style/noRestrictedGlobals";

const FORBIDDEN_IMPORTS = {
  "shared/domain": [
    "../storage/table.ts",
    "../http/endpoint.ts",
    "../operations/once.ts",
    "../messaging/event-bus.ts",
    "../runtime/log.ts",
    "../../functions/leads/get-lead.ts",
    "../../lib/stage.ts",
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/lib-dynamodb",
    "@smithy/types",
    "@middy/core",
    "aws-lambda",
  ],
  "shared/contract": [
    "../domain/lead.ts",
    "../storage/keys.ts",
    "../http/endpoint.ts",
    "../operations/once.ts",
    "@aws-sdk/client-dynamodb",
  ],
  "shared/runtime": ["../domain/lead.ts", "../storage/keys.ts", "../messaging/event-bus.ts"],
  "shared/storage": [
    "../http/endpoint.ts",
    "../operations/once.ts",
    "../messaging/event-bus.ts",
    "../../functions/leads/get-lead.ts",
  ],
  "shared/http": [
    "../operations/once.ts",
    "../messaging/event-bus.ts",
    "../../functions/leads/get-lead.ts",
    "@aws-sdk/client-dynamodb",
  ],
  "shared/messaging": ["../http/endpoint.ts", "../operations/once.ts", "../../lib/stage.ts"],
  "shared/operations": ["../http/endpoint.ts", "@aws-sdk/lib-dynamodb", "aws-lambda"],
  "functions/leads": ["@aws-sdk/client-dynamodb", "@smithy/types", "../../lib/stage.ts"],
};

const ALLOWED_IMPORTS = {
  "shared/domain": ["./lead.ts", "../contract/limits.ts"],
  "shared/contract": ["./limits.ts", "zod/mini"],
  "shared/storage": ["../domain/lead.ts", "../contract/limits.ts", "@aws-sdk/client-dynamodb"],
  "shared/http": ["../storage/table.ts", "../domain/lead.ts", "@middy/core"],
  "shared/messaging": ["../storage/table.ts", "@aws-sdk/client-eventbridge"],
  "shared/operations": ["../storage/table.ts", "../domain/lead.ts"],
  "functions/leads": ["../../shared/http/endpoint.ts", "../../shared/operations/run-idempotently.ts"],
};

const importing = (module: string) => `import { thing } from "${module}";\nexport const own = thing;\n`;

type Case = { readonly folder: string; readonly text: string; readonly rules: readonly string[] };

const importCases = (imports: Record<string, readonly string[]>, rules: readonly string[]): Case[] =>
  Object.entries(imports).flatMap(([folder, modules]) =>
    modules.map((module) => ({ folder, text: importing(module), rules })),
  );

const ENVIRONMENT = "export const name = process.env.TABLE_NAME;\n";
const TYPE_IMPORT = 'import type { Table } from "../storage/table.ts";\nexport type Own = Table;\n';
const REEXPORT = 'export { connectTable } from "../storage/table.ts";\n';

const CASES: Case[] = [
  ...importCases(FORBIDDEN_IMPORTS, [IMPORT_RULE]),
  ...importCases(ALLOWED_IMPORTS, []),
  { folder: "shared/domain", text: TYPE_IMPORT, rules: [IMPORT_RULE] },
  { folder: "shared/domain", text: REEXPORT, rules: [IMPORT_RULE] },
  { folder: "shared/domain", text: ENVIRONMENT, rules: [GLOBAL_RULE] },
  { folder: "shared/runtime", text: ENVIRONMENT, rules: [] },
];

const broken = new Map<string, string[]>();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "intake-lint-"));
  const { $schema: _, ...configuration } = JSON.parse(await readFile("biome.json", "utf8"));
  const withoutRepository = { ...configuration, vcs: { enabled: false } };
  await writeFile(join(directory, "biome.json"), JSON.stringify(withoutRepository));
  for (const [index, { folder, text }] of CASES.entries()) {
    await mkdir(join(directory, folder), { recursive: true });
    await writeFile(join(directory, folder, `case-${index}.ts`), text);
  }
  for (const { category, location } of await lint()) {
    const file = basename(location.path);
    broken.set(file, [...(broken.get(file) ?? []), category]);
  }
});
afterAll(() => rm(directory, { recursive: true }));

/** What the linter says of all cases in one go; it exits with a failure when it says anything. */
const lint = async () => {
  const options = ["--reporter=json", "--max-diagnostics=none", "--config-path", directory];
  const command = promisify(execFile)(resolve("node_modules/.bin/biome"), ["lint", ...options, directory], {
    cwd: directory,
  });
  const { stdout } = await command.catch((failure: { stdout: string }) => failure);
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(stdout);
  return report.diagnostics;
};

describe("the dependency rule is linted:", () => {
  it.each(CASES.map((of, index) => ({ ...of, index })))(
    "in $folder, $rules for $text",
    ({ index, rules }) => {
      expect(broken.get(`case-${index}.ts`) ?? []).toEqual(rules);
    },
  );
});
