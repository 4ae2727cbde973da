import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { FileSystem } from "aws-cdk-lib";
import { bundleFunctions, lighterPackages, moveSourceMaps } from "../../lib/bundle-functions.ts";
import { bundleDocsPage } from "../../lib/docs-page/bundle-docs-page.ts";
import { explainStack } from "../../lib/explain-stack.ts";

const ROOT = join(import.meta.dirname, "../..");

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Bundles the functions in a checkout of their own. */
const bundleInCheckout = (subfolder: string) => {
  const folder = mkdtempSync(join(tmpdir(), "intake-checkout-"));
  const checkout = join(folder, subfolder);
  for (const part of ["functions", "shared", "lib", "docs"])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  const bundles = bundleFunctions({
    root: join(checkout, "functions"),
    alias: lighterPackages(join(checkout, "lib")),
  });
  const maps = join(folder, "maps");
  moveSourceMaps(bundles, maps);
  folders.push(folder, bundles);
  return { bundles, maps };
};

let first: ReturnType<typeof bundleInCheckout>;
beforeAll(() => {
  first = bundleInCheckout("one");
});

/** The functions whose bundle holds a module with such a path. */
const bundlesOf = (path: RegExp) =>
  readdirSync(first.maps)
    .filter((name) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(first.maps, name), "utf8"));
      return sources.some((source) => path.test(source));
    })
    .map((name) => name.replace(/\.map$/, ""));

it("the same code is the same asset in every checkout", () => {
  const second = bundleInCheckout("another/folder");
  const hashes = ({ bundles }: typeof first) =>
    Object.fromEntries(
      readdirSync(bundles).map((name) => [name, FileSystem.fingerprint(join(bundles, name))]),
    );
  expect(hashes(second)).toEqual(hashes(first));
});

it("the reference page is the same asset from every working directory", () => {
  const bundle = () => {
    const directory = mkdtempSync(join(tmpdir(), "intake-page-"));
    folders.push(directory);
    bundleDocsPage(directory);
    return FileSystem.fingerprint(directory);
  };
  const here = process.cwd();
  const before = bundle();
  try {
    process.chdir(tmpdir());
    expect(bundle()).toBe(before);
  } finally {
    process.chdir(here);
  }
});

it("a bundle holds neither a source map nor the name of one", () => {
  for (const name of readdirSync(first.bundles)) {
    expect(readdirSync(join(first.bundles, name))).toEqual(["index.cjs"]);
    expect(readFileSync(join(first.bundles, name, "index.cjs"), "utf8")).not.toContain("sourceMappingURL");
  }
});

it.each([
  ["credentials from anywhere but the environment", /credential-provider-(?!env\/)/],
  ["event streams", /event-streams?\//],
  ["endpoint discovery's cache", /endpoint-cache\//],
  ["Zod's languages", /zod\/.*\/locales\//],
  ["Zod's classic schemas", /zod\/.*\/classic\//],
])("no bundle holds %s", (_, unused) => {
  expect(bundlesOf(unused)).toEqual([]);
});

it("only functions that decode what a source sent can decode forms", () => {
  expect(bundlesOf(/multipart-parser\//)).toEqual([
    "create-lead",
    "preview-inbound-delivery",
    "replay-inbound-deliveries",
    "replay-inbound-delivery",
  ]);
});

it("explains a stack trace by the map", () => {
  const map = new SourceMap(JSON.parse(readFileSync(join(first.maps, "create-lead.map"), "utf8")));
  const lines = readFileSync(join(first.bundles, "create-lead/index.cjs"), "utf8").split("\n");
  const text = "The source of an ingestion key is missing.";
  const line = lines.findIndex((code) => code.includes(text));
  const place = `/var/task/index.cjs:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1}`;
  expect(explainStack(`Error: missing\n    at async x (${place})`, map)).toMatch(
    /^Error: missing\n {4}at async x \(\S*shared\/operations\/sources\/ingest-lead\.ts:\d+:\d+\)$/,
  );
  expect(explainStack("at node:internal/process:1:2", map)).toBe("at node:internal/process:1:2");
});
