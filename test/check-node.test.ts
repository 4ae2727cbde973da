import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import packageJson from "../package.json" with { type: "json" };

const CHECK = join(import.meta.dirname, "../bin/check-node.cjs");

/** Runs the check as another version of Node would. */
const checkAs = (version: string) => {
  const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["-e", `${pretend} require(${JSON.stringify(CHECK)})`],
    { encoding: "utf8" },
  );
  return { status, stderr };
};

describe("the check of Node's version", () => {
  it.each(["18.20.4", "20.18.3"])("ends a script on %s, and says which version to install", (version) => {
    const stderr = `Node ${version} is too old: install Node 20.19 or newer.\n`;
    expect(checkAs(version)).toEqual({ status: 1, stderr });
  });

  it.each(["20.19.0", "24.1.0"])("passes %s", (version) => {
    expect(checkAs(version)).toEqual({ status: 0, stderr: "" });
  });

  it.each(["README.md", "CONTRIBUTING.md"])("asks for the version that %s names", (file) => {
    const [, least] = /^>=(.*)$/.exec(packageJson.engines.node) ?? [];
    expect(readFileSync(join(import.meta.dirname, "..", file), "utf8")).toContain(`Node ${least} or newer`);
  });

  it.each(Object.entries(packageJson.scripts))("runs first in npm run %s", (_name, script) => {
    expect(script).toMatch(/^node bin\/check-node\.cjs && \S/);
  });
});
