import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";

const IMPORTS = "lint/style/noRestrictedImports";
const GLOBALS = "lint/style/noRestrictedGlobals";

const DATABASE = "@aws-sdk/lib-dynamodb";
const MIDDY = "@middy/core";

/** What a file may import and what it may not: each kind of file of a noun, `deals`; then rooms that know no noun. */
const IMPORTS_OF: Record<string, { allowed: readonly string[]; forbidden: readonly string[] }> = {
  "shared/deals/deal.contract": {
    allowed: ["./terms.contract.ts", "../leads/lead.contract.ts", "../schema/limits.ts"],
    forbidden: ["./deal.rules.ts", "../leads/lead.store.ts", "../table/table.ts", DATABASE, MIDDY],
  },
  "shared/deals/deal.rules": {
    allowed: ["./terms.rules.ts", "./deal.contract.ts", "../leads/lead.rules.ts", "../table/firm-id.ts"],
    forbidden: ["./deal.store.ts", "../leads/update-lead.ts", "../table/table.ts", DATABASE, MIDDY],
  },
  "shared/deals/deal.store": {
    allowed: ["./deal.rules.ts", "../leads/lead.store.ts", "../table/table.ts", DATABASE],
    forbidden: ["./create-deal.ts", "../leads/update-lead.ts", "../leads/lead.steps.ts"],
  },
  "shared/deals/deal.steps": {
    allowed: ["./deal.store.ts", "./deal.rules.ts", "../leads/lead.steps.ts", "../api/operation.ts"],
    forbidden: ["./create-deal.ts", "../leads/update-lead.ts", "../../functions/leads/get-lead.ts", DATABASE],
  },
  "shared/deals/create-deal": {
    allowed: ["./deal.steps.ts", "./write-deal.ts", "../leads/lead.steps.ts", "../api/operation.ts"],
    forbidden: ["../leads/update-lead.ts", "../../functions/leads/get-lead.ts", DATABASE],
  },
  "shared/runtime/own": {
    allowed: ["./log.ts"],
    forbidden: ["../schema/app-error.ts", "../leads/lead.rules.ts", DATABASE, MIDDY],
  },
  "shared/table/own": {
    allowed: ["../schema/app-error.ts", "../schema/lazy.ts", "../runtime/log.ts", DATABASE],
    forbidden: ["../leads/lead.rules.ts", "../api/endpoint.ts"],
  },
  "shared/api/own": {
    allowed: ["../table/table.ts", "../runtime/log.ts", MIDDY],
    forbidden: ["../leads/lead.contract.ts"],
  },
  "shared/api/keys/own": { allowed: ["../../table/table.ts"], forbidden: ["../../keys/create-key.ts"] },
  "functions/deals/own": {
    allowed: ["../../shared/leads/create-lead.ts", "../../shared/api/endpoint.ts"],
    forbidden: ["../../lib/stacks/stage.ts", DATABASE],
  },
  "lib/local/http-api/own": {
    allowed: ["../host/start-error.ts"],
    forbidden: ["../../../shared/schema/app-error.ts", "../../../functions/leads/get-lead.ts"],
  },
};

type LintCase = { readonly file: string; readonly text: string; readonly rules: readonly string[] };

const importing = (modules: readonly string[], file: string, rules: readonly string[]): LintCase[] =>
  modules.map((module) => ({ file, text: `export { thing } from "${module}";\n`, rules }));

const CASES: LintCase[] = Object.entries(IMPORTS_OF).flatMap(([file, { allowed, forbidden }]) => [
  ...importing(allowed, file, []),
  ...importing(forbidden, file, [IMPORTS]),
]);

const ENVIRONMENT = "export const name = process.env.TABLE_NAME;\n";
CASES.push({ file: "shared/deals/deal.rules", text: ENVIRONMENT, rules: [GLOBALS] });
CASES.push({ file: "shared/runtime/own", text: ENVIRONMENT, rules: [] });

/** Each case has a file of its own in the folder that its rule names, such as `shared/deals-7/deal.rules.ts`. */
const pathOf = ({ file }: LintCase, index: number) =>
  file.replace("deals", `deals-${index}`).replace("own", `own-${index}`).concat(".ts");

const found = new Map<string, string[]>();
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "intake-lint-"));
  const { $schema: _, ...configuration } = JSON.parse(await readFile("biome.json", "utf8"));
  await writeFile(
    join(directory, "biome.json"),
    JSON.stringify({ ...configuration, vcs: { enabled: false } }),
  );
  for (const [index, lintCase] of CASES.entries()) {
    const path = join(directory, pathOf(lintCase, index));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, lintCase.text);
  }
  for (const { category, location } of await lint())
    found.set(location.path, [...(found.get(location.path) ?? []), category]);
});
afterAll(() => rm(directory, { recursive: true }));

/** Lints all cases in one run. Biome exits with a failure when it reports anything. */
const lint = async (): Promise<{ category: string; location: { path: string } }[]> => {
  const biome = resolve("node_modules/.bin/biome");
  const options = ["lint", "--reporter=json", "--max-diagnostics=none"];
  const run = promisify(execFile)(biome, options, { cwd: directory });
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  return JSON.parse(stdout).diagnostics;
};

describe("the linter", () => {
  it.each(CASES.map((lintCase, index) => ({ ...lintCase, path: pathOf(lintCase, index) })))(
    "reports $rules in $file for $text",
    ({ path, rules }) => expect(found.get(path) ?? []).toEqual(rules),
  );
});
