import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const root = join(import.meta.dirname, "..");

/** An option that takes a list, like `--selectProjects`, also takes the paths after it, up to the next option. */
describe.each([
  ["test", "test/runtime/deadline.test.ts"],
  ["test:unit", "test/runtime/deadline.test.ts"],
  ["test:slow", "test/integration/lead-races.test.ts"],
  ["test:desk", "test/e2e/desk-week.test.ts"],
])("npm run %s", (script, file) => {
  it("runs only the file of a given path", () => {
    const args = ["run", "--silent", script, "--", file, "--listTests"];
    const listed = execFileSync("npm", args, { cwd: root, encoding: "utf8" });
    expect(listed.match(/\S+\.test\.ts$/gm)).toEqual([join(root, file)]);
  });
});
