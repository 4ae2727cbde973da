import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire, SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { FileSystem } from "aws-cdk-lib";
import { bundleFunctions, lighterPackages, moveSourceMaps } from "../../../lib/bundling/bundle-functions.ts";
import { timeZoneTable } from "../../../lib/bundling/time-zone-table.ts";
import { bundleDocsPage } from "../../../lib/documents/pages/bundle-docs-page.ts";
import { explainStack } from "../../../lib/stacks/explain-stack.ts";

const ROOT = join(import.meta.dirname, "../../..");

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
    packages: lighterPackages(join(checkout, "lib/bundling")),
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

/** Returns the functions whose bundle holds a module with such a path. */
const bundlesOf = (path: RegExp) =>
  readdirSync(first.maps)
    .filter((name) => {
      const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(first.maps, name), "utf8"));
      return sources.some((source) => path.test(source));
    })
    .map((name) => name.replace(/\.map$/, ""));

/** Returns the functions that have such a file beside their bundle. */
const bundlesBeside = (file: string) =>
  readdirSync(first.bundles).filter((name) => existsSync(join(first.bundles, name, file)));

it("the form parser beside a bundle parses a form", () => {
  const { MultipartPart, parseMultipart } = createRequire(import.meta.url)(
    join(first.bundles, "create-lead/multipart-parser.cjs"),
  );
  const form = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n';
  expect([...parseMultipart(Buffer.from(form), { boundary: "b" })]).toMatchObject([{ name: "a", text: "1" }]);
  expect(new MultipartPart(Buffer.from(""), [Buffer.from("1")]).text).toBe("1");
  expect(readFileSync(join(first.bundles, "create-lead/index.cjs"), "utf8")).toContain(
    "multipart-parser.cjs",
  );
});

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
    expect(
      readdirSync(join(first.bundles, name)).filter(
        (file) => !/^(index|multipart-parser|numbering-plans|time-zones)\.cjs$/.test(file),
      ),
    ).toEqual([]);
    expect(readFileSync(join(first.bundles, name, "index.cjs"), "utf8")).not.toContain("sourceMappingURL");
  }
});

it.each([
  ["credentials from anywhere but the environment", /credential-provider-(?!env\/)/],
  ["event streams", /event-streams?\//],
  ["endpoint discovery's cache", /endpoint-cache\//],
  ["Zod's languages", /zod\/.*\/locales\//],
  ["Zod's classic schemas", /zod\/.*\/classic\//],
  ["the numbering plans", /libphonenumber/],
  ["the parser of forms with files", /@remix-run/],
  ["the package that asks the runtime for offsets", /date-fns-tz/],
])("no bundle holds %s", (_, unused) => {
  expect(bundlesOf(unused)).toEqual([]);
});

it("only functions that parse phone numbers have the numbering plans beside them", () => {
  expect(bundlesBeside("numbering-plans.cjs")).toEqual([
    "create-lead",
    "look-up-leads",
    "preview-inbound-delivery",
    "put-conflict-entries",
    "put-conflict-entry",
    "replay-inbound-deliveries",
    "replay-inbound-delivery",
    "update-firm",
    "update-lead",
  ]);
});

it("the numbering plans export what phone numbers are parsed with", () => {
  const plans = createRequire(import.meta.url)(join(first.bundles, "create-lead/numbering-plans.cjs"));
  const parser = readFileSync(join(ROOT, "shared/leads/phone-number-parser.rules.ts"), "utf8");
  const imported = [...parser.matchAll(/\{ ([^}]+) \} from "libphonenumber-js\/min"/g)]
    .flatMap(([, names = ""]) => names.split(", "))
    .filter((name) => !name.startsWith("type "));
  expect(imported.length).toBeGreaterThan(0);
  expect(Object.keys(plans)).toEqual(expect.arrayContaining(imported));
});

it.each([/node:stream\/web/, /(instanceof|typeof) ReadableStream\b/, /\bperformance\.now\b/])(
  "no bundle mentions %s",
  (mention) => {
    for (const name of readdirSync(first.bundles))
      expect(readFileSync(join(first.bundles, name, "index.cjs"), "utf8").search(mention)).toBe(-1);
  },
);

it("every bundle that asks for the offsets of time zones has the table, and the runtime's offsets beside it", () => {
  const functions = bundlesOf(/time\/utc-offset\.rules\.ts/);
  expect(functions).toContain("book-consultation");
  expect(functions).not.toContain("get-lead");
  expect(bundlesBeside("time-zones.cjs")).toEqual(functions);
  const { release } = timeZoneTable();
  for (const name of functions)
    expect(readFileSync(join(first.bundles, name, "index.cjs"), "utf8")).toContain(`"release":"${release}"`);
});

it("only functions that decode what sources send can decode forms", () => {
  expect(bundlesBeside("multipart-parser.cjs")).toEqual([
    "create-lead",
    "preview-inbound-delivery",
    "replay-inbound-deliveries",
    "replay-inbound-delivery",
  ]);
});

it("only the function that sends examples of events has them", () => {
  expect(bundlesOf(/webhooks\/event-examples\.ts/)).toEqual(["send-test-event"]);
});

it("the source map explains a stack trace", () => {
  const map = new SourceMap(JSON.parse(readFileSync(join(first.maps, "create-lead.map"), "utf8")));
  const lines = readFileSync(join(first.bundles, "create-lead/index.cjs"), "utf8").split("\n");
  const text = "The source of an ingestion key is missing.";
  const line = lines.findIndex((code) => code.includes(text));
  const place = `/var/task/index.cjs:${line + 1}:${(lines[line]?.indexOf(text) ?? 0) + 1}`;
  expect(explainStack(`Error: missing\n    at async x (${place})`, map)).toMatch(
    /^Error: missing\n {4}at async x \(\S*shared\/sources\/ingest-delivery\.ts:\d+:\d+\)$/,
  );
  expect(explainStack("at node:internal/process:1:2", map)).toBe("at node:internal/process:1:2");
});
