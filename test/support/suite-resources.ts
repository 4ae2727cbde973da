import { readFileSync } from "node:fs";

const DATABASE = "INTAKE_TEST_DATABASE";
const TEMPLATE = "INTAKE_TEST_TEMPLATE";
const RECORDED_CALLS = "INTAKE_TEST_RECORDED_CALLS";

type SuiteResources = { databaseEndpoint: string; templateFile: string; recordedCallsFile: string };

/** Passes resources of the whole run to the workers, which inherit this environment. */
export const provideSuiteResources = (resources: SuiteResources) => {
  process.env[DATABASE] = resources.databaseEndpoint;
  process.env[TEMPLATE] = resources.templateFile;
  process.env[RECORDED_CALLS] = resources.recordedCallsFile;
};

/** Removes these resources from unit tests, even when the database tests run at the same time. */
export const withholdSuiteResources = () => {
  delete process.env[DATABASE];
  delete process.env[TEMPLATE];
  delete process.env[RECORDED_CALLS];
};

const requireResource = (name: string): string => {
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new Error("This test needs the database or the stack: add it to NOT_UNIT in jest.config.js.");
};

export const hasDatabase = () => process.env[DATABASE] !== undefined;

/** Returns the URL of DynamoDB Local. */
export const databaseEndpoint = () => requireResource(DATABASE);

/** Returns the file with the dev stage's synthesized templates as one, in the folder of the assembly. */
export const templateFile = () => requireResource(TEMPLATE);

/** Returns the synthesized templates of the dev stage as one, as JSON text. */
export const stackTemplate = () => readFileSync(templateFile(), "utf8");

/** Returns false in a bench, which has no suite. */
export const recordsCalls = () => process.env[RECORDED_CALLS] !== undefined;

/** Returns the file that records the functions' calls, one a line. */
export const recordedCallsFile = () => requireResource(RECORDED_CALLS);
