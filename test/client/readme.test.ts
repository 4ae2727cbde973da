import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import type { OperationId } from "../../client/src/generated.ts";
import { lostAnswerOf } from "../../client/src/lost-answers.ts";
import { withLostAnswers } from "../../lib/documents/client/lost-answers-table.ts";
import { camelCase } from "../../lib/documents/openapi/camel-case.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";

const readme = readFileSync(join(import.meta.dirname, "../../client/README.md"), "utf8");

/** The ways of the README, in the order of its rows. */
const WAYS = ["repeated", "repeatedWithKey", "deletion", "confirmed", "confirmed", "failed"];

const rows = [...readme.matchAll(/^\| (.*?) \| (?:sent again|a GET|an `IntakeOutcome).*\|$/gm)].map(
  ([, names = ""], index) =>
    [...names.matchAll(/`(\w+)(…?)`/g)].map(([, name = "", more = ""]) => ({ name, more, way: WAYS[index] })),
);

/** The name itself takes precedence over a beginning of it. */
const wayInReadme = (operation: string) => {
  const entries = rows.flat();
  const exact = entries.find(({ name, more }) => more === "" && name === operation);
  const beginning = entries.find(({ name, more }) => more !== "" && operation.startsWith(name));
  return (exact ?? beginning)?.way;
};

it("has the table that `npm run client` writes", () => {
  expect(readme).toBe(withLostAnswers(readme));
});

it("states for each operation what happens to a call whose answer was lost", () => {
  expect(rows).toHaveLength(WAYS.length);
  for (const { name, method } of ENDPOINTS) {
    const operation = camelCase(name) as OperationId;
    // A push that says when its calendar was read.
    const { way } = lostAnswerOf(operation, { body: { as_of: "2026-11-08T12:00:00Z" } });
    expect([operation, wayInReadme(operation) ?? (method === "GET" && "repeated")]).toEqual([operation, way]);
  }
});
