import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { bundleFunctions } from "../../../lib/bundling/bundle-functions.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";

it("leaves the document's descriptions out of the bundles", () => {
  const bundles = bundleFunctions({ isSelected: (name) => name === "get-firm" });
  const code = readFileSync(join(bundles, "get-firm/index.cjs"), "utf8");
  rmSync(bundles, { recursive: true });
  const { description } = firmFields.rows.holidays;
  expect(description).toBeTruthy();
  expect(code).toContain('attribute:"holidays"');
  expect(code).not.toContain(description);
});
