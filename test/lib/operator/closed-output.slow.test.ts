import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

it("ends quietly when its output is closed, as by head", () => {
  const list = `'${process.execPath}' --import tsx bin/operator.ts firm list --table ${table.name}`;
  const errors = execFileSync("sh", ["-c", `{ ${list} 2>&3 | true; } 3>&1`], {
    cwd: join(import.meta.dirname, "../../.."),
    encoding: "utf8",
    env: { AWS_REGION: "us-east-1", ...process.env },
  });
  // A slow machine prints its progress.
  expect(errors.replace(/^\d+ items read\n/gm, "")).toBe("");
});
