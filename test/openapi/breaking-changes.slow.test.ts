import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { breakingChanges } from "../../lib/documents/openapi/breaking-changes.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const CURRENT = join(DOCS, "openapi.json");

const read = (file: string) => Object(JSON.parse(readFileSync(file, "utf8")));

const directory = mkdtempSync(join(tmpdir(), "intake-openapi-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** Returns what a change of the current document breaks. */
const brokenBy = (change: (document: ReturnType<typeof read>) => void) => {
  const document = read(CURRENT);
  change(document);
  const changed = join(directory, "changed.json");
  writeFileSync(changed, JSON.stringify(document));
  return breakingChanges(CURRENT, changed);
};

const bodyOf = (document: ReturnType<typeof read>, path: string) =>
  document.paths[path].post.requestBody.content["application/json"].schema;

describe("breakingChanges", () => {
  it.each<[string, (document: ReturnType<typeof read>) => void]>([
    ["a removed route", ({ paths }) => delete paths["/api/holds"]],
    ["a removed field of a response", ({ components }) => delete components.schemas.Lead.properties.phone],
    [
      "a field that is now required",
      (document) => bodyOf(document, "/api/consultations").required.push("amount"),
    ],
    [
      "a shorter limit",
      (document) => {
        bodyOf(document, "/api/consultations").properties.type.maxLength -= 1;
      },
    ],
    [
      "another type",
      ({ components }) => {
        components.schemas.Lead.properties.archived.type = "string";
      },
    ],
  ])("names %s", (_, change) => {
    expect(brokenBy(change)).toHaveLength(1);
  });

  it("names a new word, except a new error code, scope or event type", () => {
    expect(
      brokenBy(({ components }) => {
        components.schemas.Consultation.properties.status.enum.push("postponed");
        components.schemas.Webhook.properties.events.items.enum.push("lead.lost");
        components.schemas.Error.properties.error.properties.code.enum.push("teapot");
        components.schemas.ApiKey.properties.scopes.items.enum.push("tea:write");
      }),
    ).toEqual([expect.stringContaining("postponed")]);
  });

  it("names no new field and no new route", () => {
    expect(
      brokenBy(({ paths, components }) => {
        paths["/api/other"] = paths["/api/me"];
        components.schemas.Lead.properties.nickname = { type: "string" };
      }),
    ).toEqual([]);
  });
});
