import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "@jest/globals";
import { synthesizeGithubAccess } from "../../../lib/stacks/github/github-access-app.ts";
import { creationOrder, reachable } from "../../support/creation-order.ts";
import { COPIES, DOMAIN, EDGE, PROBE } from "../../support/stage-options.ts";
import { nestedTemplates, synthesizeTemplates } from "../../support/synthesized-templates.ts";

const STACKS = synthesizeTemplates("prod", {
  domain: DOMAIN,
  edge: EDGE,
  probe: PROBE,
  backupCopies: COPIES,
});
const FOLDER = dirname(STACKS[0]?.file ?? "");

/** The stacks' resources that refuse to be deleted from the moment at which they exist. */
const isProtected = (properties: unknown) => Object(properties).DeletionProtectionEnabled === true;

it("everything that can fail is created before the table, because a rollback cannot delete a protected one", () => {
  const protectedOnes = STACKS.flatMap(({ stackName }) => {
    const { types, properties, waitsFor } = creationOrder(FOLDER, stackName);
    const found = [...types.keys()].filter((id) => isProtected(properties.get(id)));
    return found.map((id) => {
      const earlier = reachable(waitsFor, id);
      const others = [...types].filter(([other]) => other !== id && !earlier.has(other));
      return [types.get(id), ...others.map(([other]) => other)];
    });
  });
  // A value of the table itself, of a kind of which others exist by then.
  expect(protectedOnes).toEqual([["AWS::DynamoDB::Table", "PublishedstreamCEEA4BAE"]]);
});

it("a failed creation leaves nothing whose name the next attempt needs", () => {
  const outdir = mkdtempSync(join(tmpdir(), "intake-github-"));
  const access = synthesizeGithubAccess({ outdir }).stacks.map(({ template }): object => template);
  rmSync(outdir, { recursive: true });
  const templates = [...STACKS, ...nestedTemplates(STACKS)].map(({ text }): object => JSON.parse(text));
  type Resource = { readonly DeletionPolicy?: string; readonly Properties: object };
  const left = [...templates, ...access].flatMap((template) =>
    Object.entries<Resource>(Object(template).Resources).filter(
      ([, { DeletionPolicy }]) => DeletionPolicy === "Retain",
    ),
  );
  // A bucket that gets a new name each time.
  expect(left.map(([id, { Properties }]) => [id, Object.keys(Properties).includes("BucketName")])).toEqual([
    ["PageFilesBucket586192A7", false],
  ]);
});
