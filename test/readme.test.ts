import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { ENDPOINTS } from "../shared/contract/endpoints.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");

it.each(ENDPOINTS)(
  "the README's table has $method $path with its scope",
  ({ method, path, scope, summary }) => {
    expect(readme).toContain(`| \`${method} ${path}\` | ${scope} | ${summary} |`);
  },
);
