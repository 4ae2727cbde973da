import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { copyTree, runIn } from "./support/copied-tree.ts";
import { applyBlock, blocksOf } from "./support/guide-edits.ts";

jest.setTimeout(1_500_000);
// The second test goes on with the first one's copy, and no block of the guide can be applied twice.
jest.retryTimes(0);

const copy = mkdtempSync(join(tmpdir(), "intake-copy-"));
const blocks = blocksOf(readFileSync(join(import.meta.dirname, "contributing/noun.md"), "utf8"));

beforeAll(() => copyTree(copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Files with rows that no compiler demands, each with the test or command that names it. */
const NAMED: Readonly<Record<string, string>> = {
  "lib/documents/openapi/endpoints-source.ts":
    "Give notes/note.contract.ts its place in ORDER of lib/documents/openapi/endpoints-source.ts",
  "lib/documents/openapi/json-schema.ts":
    "createNote: name its schema in NAMED_SCHEMAS of lib/documents/openapi/json-schema.ts",
  "shared/table/record-kind.ts": "● record-kind.ts has the kind of the record of noteKey",
  "docs/data-model.md": "● docs/data-model.md has the record of noteKey",
  "shared/firm/firm-items.store.ts":
    "● walks every partition of a firm by queries, where `partitionsOf` has it",
  "test/imports.test.ts": "● shared/ has the entries of the list, each with a place in their order",
};

const OF_COMMAND = "lib/documents/openapi/endpoints-source.ts";

const apply = (isSelected: (file: string) => boolean) => {
  for (const block of blocks.filter(({ file }) => isSelected(file))) applyBlock(copy, block);
};

const JEST = "node_modules/.bin/jest --maxWorkers=2";
const WRITE = "npm run openapi && npm run client";

it("names each row that a noun lacks", async () => {
  apply((file) => !(file in NAMED));
  const { [OF_COMMAND]: placeless = "", ...named } = NAMED;
  expect(await runIn(copy, WRITE)).toContain(placeless);
  apply((file) => file === OF_COMMAND);
  await runIn(copy, WRITE);
  const guards = "test/openapi/document test/table/record-keys test/firm/firm-items test/imports";
  const output = await runIn(copy, `${JEST} ${guards} --selectProjects unit database`);
  expect(Object.values(named).filter((message) => !output.includes(message))).toEqual([]);
});

it("a noun that is added by the guide passes every fast test, and those of each endpoint", async () => {
  apply((file) => file in NAMED && file !== OF_COMMAND);
  expect(await runIn(copy, `${WRITE} && npx biome check --write`)).toBe("");
  expect(await runIn(copy, "npm run types")).toBe("");
  expect(await runIn(copy, "npm run lint")).toBe("");
  expect(await runIn(copy, `${JEST} --ignoreProjects slow desk`)).toBe("");
  const ofEach = "test/functions/every-endpoint test/openapi/generated-requests";
  expect(await runIn(copy, `${JEST} ${ofEach} -t "note" --selectProjects slow`)).toBe("");
});
