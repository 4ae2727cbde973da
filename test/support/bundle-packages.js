import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

/**
 * Packages that nearly every suite loads, which Jest loads anew for each, and Preact, whose modules are no CommonJS. A group
 * holds packages that share modules.
 */
const GROUPS = [
  ["zod", "zod/mini", "zod/v4/core"],
  ["date-fns-tz"],
  ["libphonenumber-js/min"],
  ["aws-sdk-client-mock"],
  ["@preact/signals", "preact", "preact/hooks"],
  [
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/lib-dynamodb",
    "@aws-sdk/util-dynamodb",
    "@aws-sdk/client-sqs",
    "@aws-sdk/client-eventbridge",
  ],
];

/** Zod's fifty languages. The configuration maps them to English. */
const LOCALES = "../locales/index.cjs";

/**
 * Bundles hundreds of modules into a file for each group, so that a suite loads one file instead.
 * @type {(directory: string) => Record<string, string>} maps the names of the packages to files in the directory
 */
export const bundlePackages = (directory) => {
  mkdirSync(directory, { recursive: true });
  return Object.fromEntries(GROUPS.flatMap((packages, index) => bundleGroup(directory, packages, index)));
};

/** @type {(directory: string, packages: readonly string[], index: number) => [string, string][]} */
const bundleGroup = (directory, packages, index) => {
  const getters = packages.map((name) => `get "${name}"() { return require("${name}"); }`);
  const outfile = join(directory, `group-${index}.cjs`);
  buildSync({
    stdin: { contents: `module.exports = { ${getters.join(", ")} };`, resolveDir: import.meta.dirname },
    bundle: true,
    platform: "node",
    external: [LOCALES, ...GROUPS.flat().filter((name) => !packages.includes(name))],
    outfile,
  });
  return packages.map((name) => {
    const file = join(directory, `${name.replaceAll("/", "-")}.cjs`);
    writeFileSync(file, `module.exports = require("${outfile}")["${name}"];\n`);
    return [`^${name}$`, file];
  });
};
