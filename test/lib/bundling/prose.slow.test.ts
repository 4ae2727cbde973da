import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { bundleFunctions } from "../../../lib/bundling/bundle-functions.ts";
import { DESCRIPTIONS } from "../../../shared/endpoints.ts";
import { apiKeyFields } from "../../../shared/keys/api-key-fields.contract.ts";
import { linkFields } from "../../../shared/links/link-fields.contract.ts";
import type { FieldRows } from "../../../shared/schema/record-fields.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import { sourceFields } from "../../../shared/sources/source-fields.contract.ts";

const bundleOf = (name: string): string => {
  const bundles = bundleFunctions({ isSelected: (each) => each === name });
  const code = readFileSync(join(bundles, name, "index.cjs"), "utf8");
  rmSync(bundles, { recursive: true });
  return code;
};

it.each<[string, { readonly rows: FieldRows }]>([
  ["get-firm", firmFields],
  ["get-source", sourceFields],
  ["update-key", apiKeyFields],
  ["list-links", linkFields],
])("leaves the document's descriptions of fields out of the bundle %s", (name, { rows }) => {
  const code = bundleOf(name);
  const described = Object.values(rows).filter(({ description }) => description);
  expect(described).not.toEqual([]);
  for (const { attribute = "", description = "" } of described) {
    expect(code).toContain(attribute);
    expect(code).not.toContain(description);
  }
});

it("leaves the descriptions of endpoints out of the bundles that contain their rows", () => {
  const code = bundleOf("archive-lead");
  const openings = Object.values(DESCRIPTIONS).map(({ prose }) => prose.trim().slice(0, 20));
  expect(code).toContain('"archive-lead"');
  expect(openings.filter((opening) => code.includes(opening))).toEqual([]);
});
