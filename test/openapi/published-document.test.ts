import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { breakingChanges } from "../../lib/documents/openapi/breaking-changes.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const [CURRENT, PUBLISHED] = [join(DOCS, "openapi.json"), join(DOCS, "openapi-published.json")] as const;

const read = (file: string) => JSON.stringify(JSON.parse(readFileSync(file, "utf8")));

it("the published document is the current one: nothing that breaks callers changes within an API version", () => {
  const isCurrent = read(PUBLISHED) === read(CURRENT);
  expect(isCurrent ? [] : breakingChanges(PUBLISHED, CURRENT)).toEqual([]);
  expect(isCurrent).toBe(true);
});
