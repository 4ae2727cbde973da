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
    "../storage/dynamodb/table.ts",
    "../http/endpoint.ts",
    "../operations/run-idempotently.ts",
    "../events/event-bus.ts",
    "../webhooks/webhook-queue.ts",
    "../runtime/log.ts",
    "../../functions/leads/get-lead.ts",
    "../../lib/stage.ts",
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/lib-dynamodb",
    "@smithy/types",
    "@middy/core",
    "aws-lambda",
  ],
  "shared/domain/leads": [
    "../../storage/dynamodb/table.ts",
    "../../events/event-bus.ts",
    "../../webhooks/webhook-queue.ts",
    "../../runtime/log.ts",
    "@aws-sdk/client-dynamodb",
  ],
  "shared/contract": [
    "../domain/leads/lead.ts",
    "../storage/record-keys.ts",
    "../http/endpoint.ts",
    "../operations/run-idempotently.ts",
    "@aws-sdk/client-dynamodb",
  ],
  "shared/runtime": [
    "../contract/app-error.ts",
    "../domain/leads/lead.ts",
    "../storage/record-keys.ts",
    "../events/event-bus.ts",
  ],
  "shared/storage": [
    "../http/endpoint.ts",
    "../operations/run-idempotently.ts",
    "../events/event-bus.ts",
    "../webhooks/webhook-queue.ts",
    "../../functions/leads/get-lead.ts",
  ],
  "shared/storage/leads": [
    "../../http/endpoint.ts",
    "../../events/event-bus.ts",
    "../../webhooks/webhook-queue.ts",
    "../../operations/leads/create-lead.ts",
  ],
  "shared/storage/dynamodb": ["../leads/lead-store.ts", "../record-keys.ts", "../../domain/leads/lead.ts"],
  "shared/http": [
    "../operations/run-idempotently.ts",
    "../events/event-bus.ts",
    "../webhooks/webhook-queue.ts",
    "../../functions/leads/get-lead.ts",
    "@aws-sdk/client-dynamodb",
  ],
  "shared/events": [
    "../http/endpoint.ts",
    "../operations/run-idempotently.ts",
    "../webhooks/webhook-queue.ts",
  ],
  "shared/webhooks": ["../http/endpoint.ts", "../storage/dynamodb/table.ts", "../events/event-bus.ts"],
  "shared/operations/leads": ["../../http/endpoint.ts", "@aws-sdk/lib-dynamodb", "aws-lambda"],
  "functions/leads": ["@aws-sdk/client-dynamodb", "@smithy/types", "../../lib/stage.ts"],
  "lib/local/http-api": [
    "../../../shared/api/app-error.ts",
    "../../../functions/leads/get-lead.ts",
    "../../constructs/intake-api.ts",
  ],
};

const ALLOWED_IMPORTS = {
  "shared/domain": ["./leads/lead.ts", "./webhooks/webhook.ts", "../contract/schema/limits.ts"],
  "shared/domain/leads": ["./lead.ts", "../webhooks/webhook.ts", "../../contract/schema/limits.ts"],
  "shared/contract": ["./schema/limits.ts", "zod/mini"],
  "shared/storage": ["../domain/leads/lead.ts", "../contract/schema/limits.ts", "@aws-sdk/client-dynamodb"],
  "shared/storage/leads": [
    "../../domain/leads/lead.ts",
    "../webhooks/webhook-store.ts",
    "../../runtime/log.ts",
  ],
  "shared/storage/dynamodb": ["./table.ts", "../../contract/app-error.ts", "@aws-sdk/lib-dynamodb"],
  "shared/http": ["../storage/dynamodb/table.ts", "../domain/leads/lead.ts", "@middy/core"],
  "shared/events": ["../storage/dynamodb/table.ts", "@aws-sdk/client-eventbridge"],
  "shared/webhooks": ["../domain/webhooks/webhook.ts", "@aws-sdk/client-sqs"],
  "shared/operations/leads": [
    "../../storage/dynamodb/table.ts",
    "../../domain/leads/lead.ts",
    "../../events/change-event.ts",
    "../../webhooks/webhook-queue.ts",
  ],
  "functions/leads": ["../../shared/api/endpoint.ts", "../../shared/leads/create-lead.ts"],
  "lib/local/http-api": ["../host/start-error.ts"],
};

const importText = (module: string) => `import { thing } from "${module}";\nexport const own = thing;\n`;

type LintCase = { readonly folder: string; readonly text: string; readonly rules: readonly string[] };

const importCases = (imports: Record<string, readonly string[]>, rules: readonly string[]): LintCase[] =>
  Object.entries(imports).flatMap(([folder, modules]) =>
    modules.map((module) => ({ folder, text: importText(module), rules })),
  );

const ENVIRONMENT = "export const name = process.env.TABLE_NAME;\n";
const TYPE_IMPORT = 'import type { Table } from "../storage/dynamodb/table.ts";\nexport type Own = Table;\n';
const REEXPORT = 'export { connectTable } from "../storage/dynamodb/table.ts";\n';

const CASES: LintCase[] = [
  ...importCases(FORBIDDEN_IMPORTS, [IMPORT_RULE]),
  ...importCases(ALLOWED_IMPORTS, []),
  { folder: "shared/domain", text: TYPE_IMPORT, rules: [IMPORT_RULE] },
  { folder: "shared/domain", text: REEXPORT, rules: [IMPORT_RULE] },
  { folder: "shared/domain", text: ENVIRONMENT, rules: [GLOBAL_RULE] },
  { folder: "shared/runtime", text: ENVIRONMENT, rules: [] },
];

const violations = new Map<string, string[]>();
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
    violations.set(file, [...(violations.get(file) ?? []), category]);
  }
});
afterAll(() => rm(directory, { recursive: true }));

/** Lints all cases in one run. Biome exits with a failure when it reports anything. */
const lint = async () => {
  const options = ["--reporter=json", "--max-diagnostics=none", "--config-path", directory];
  const command = promisify(execFile)(resolve("node_modules/.bin/biome"), ["lint", ...options, directory], {
    cwd: directory,
  });
  const { stdout } = await command.catch((failure: { stdout: string }) => failure);
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(stdout);
  return report.diagnostics;
};

describe("the linter", () => {
  it.each(CASES.map((each, index) => ({ ...each, index })))(
    "reports $rules in $folder for $text",
    ({ index, rules }) => {
      expect(violations.get(`case-${index}.ts`) ?? []).toEqual(rules);
    },
  );
});
