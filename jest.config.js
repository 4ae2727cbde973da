import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { bundlePackages } from "./test/support/bundle-packages.js";

// What tests and the CDK leave in the temporary folder goes with the run, also when it fails.
const temporary = mkdtempSync(join(tmpdir(), "intake-tests-"));
process.env.TMPDIR = temporary;
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));

// Not UTC and with daylight saving time, so that code that depends on the machine's zone fails.
process.env.TZ = "Pacific/Auckland";

/** The desk in a browser, beside a service that runs as its own process. */
const DESK = ["test/e2e/desk-*.test.ts"];

/**
 * Tests of a whole service, in a browser, of several functions together, of every endpoint or of the operator's commands,
 * of bundles or further templates, with many records, faults, races or random inputs, of another program, or that wait.
 */
const SLOW = ["test/{e2e,integration}/*.test.ts", "test/**/*.slow.test.ts"];

/** Unit tests use neither the database nor a synthesized stack; requesting either of the suite's throws. */
const UNIT = [
  "test/*.test.ts",
  "test/**/*.{contract,rules,decision,steps}.test.ts",
  "test/{client,lib,openapi,pages,runtime}/**/*.test.ts",
  "test/schema/*.test.ts",
  "test/calendars/download-calendar.test.ts",
  "test/api/**/{body-lists,content-coding,contract-fields,current-dates,query-parameters,request-headers,grant,page-cursor,secret-key,rate-leases,read-payload}.test.ts",
  "test/{events,scheduling,table,webhooks}/{event-bus,stored-change,attorney-day-slot.store,read-ahead.store,post-webhook,list-newest-first,record-keys}.test.ts",
];

/** Exceptions in these folders: tests that need the database, or synthesize or bundle something. */
const NOT_UNIT = [
  "test/lib/stacks/{intake-stack,operations-guide}.test.ts",
  "test/lib/stacks/github/github-access.test.ts",
  "test/lib/operator/*.test.ts",
  "test/lib/local/dynamodb/{create-table,stream-mapping}.test.ts",
  "test/lib/local/host/aws-endpoint.test.ts",
  "test/lib/local/iam/{key,lease}-grants.test.ts",
  "test/lib/local/template/declared-stack.test.ts",
  "test/webhooks/{deliver-webhook,endpoint-write-fails}.test.ts",
];

/** @type {(globs: readonly string[]) => string[]} */
const within = (globs) => globs.map((glob) => `<rootDir>/${glob}`);

/** @type {(globs: readonly string[]) => string[]} */
const without = (globs) => globs.map((glob) => `!**/${glob}`);

/** ES modules that must be transformed, because tests run as CommonJS on Node 20. */
const ES_MODULES = ["@intake", "@middy", "@remix-run", "canonicalize", "ical.js", "uuid"];

const SWC = {
  jsc: {
    target: "es2023",
    parser: { syntax: "typescript" },
    transform: { verbatimModuleSyntax: true },
  },
  module: { type: "commonjs" },
};

const common = {
  testEnvironment: "<rootDir>/test/support/test-environment.ts",
  runtime: "<rootDir>/test/support/kept-modules.js",
  transform: { "\\.[jt]s$": /** @type {[string, typeof SWC]} */ (["@swc/jest", SWC]) },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join("|")})/)`],
  moduleNameMapper: {
    ...bundlePackages(join(temporary, "packages")),
    // The package exports only an `import` entry.
    "^canonicalize$": "<rootDir>/node_modules/canonicalize/lib/canonicalize.js",
    // Of Zod: fifty languages, which every test file would load.
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/node_modules/zod/v4/locales/en.cjs",
  },
  resetMocks: true,
  restoreMocks: true,
};

const FUNCTION_ENVIRONMENT = "<rootDir>/test/support/function-environment.ts";

const withDatabase = {
  ...common,
  setupFiles: [
    FUNCTION_ENVIRONMENT,
    "<rootDir>/test/support/patience.ts",
    "<rootDir>/test/support/record-calls.ts",
  ],
  globalSetup: "<rootDir>/test/support/suite-setup.ts",
  globalTeardown: "<rootDir>/test/support/suite-teardown.ts",
};

const SECOND_TRY = ["<rootDir>/test/support/second-try.ts"];

/** @type {import("@jest/types").Config.InitialOptions} */
const config = {
  // A busy machine takes minutes for what a quiet one does in seconds.
  testTimeout: 600_000,
  testSequencer: "<rootDir>/test/support/longest-first.js",
  // The last uses a core while the others wait: for DynamoDB Local, which answers one call after the other, or for a page.
  maxWorkers: availableParallelism() + 1,
  // A worker keeps what each test file leaves. At gigabytes, collecting it takes longer than the tests.
  workerIdleMemoryLimit: "700MB",
  // After its exit event a worker takes up to a second to free its memory. Only a handle that stays open takes longer.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...common,
      displayName: "unit",
      testMatch: [...within(UNIT), ...without([...NOT_UNIT, ...SLOW])],
      setupFiles: ["<rootDir>/test/support/unit-environment.ts", FUNCTION_ENVIRONMENT],
    },
    {
      ...withDatabase,
      displayName: "database",
      testMatch: ["<rootDir>/test/**/*.test.ts", ...without(UNIT), ...within(NOT_UNIT), ...without(SLOW)],
    },
    {
      ...withDatabase,
      displayName: "slow",
      setupFilesAfterEnv: SECOND_TRY,
      testMatch: [...within(SLOW), ...without(DESK)],
    },
    {
      ...withDatabase,
      displayName: "desk",
      setupFilesAfterEnv: SECOND_TRY,
      testMatch: within(DESK),
    },
  ],
};

export default config;
