import { readFileSync } from "node:fs";

const DATABASE = "INTAKE_TEST_DATABASE";
const TEMPLATE = "INTAKE_TEST_TEMPLATE";

/** Hands the workers, which start after this, what the whole run has in common. */
export const provide = (provisions: { databaseEndpoint: string; templateFile: string }) => {
  process.env[DATABASE] = provisions.databaseEndpoint;
  process.env[TEMPLATE] = provisions.templateFile;
};

/** Unit tests get it neither when they run by themselves nor when they run along with the others. */
export const withhold = () => {
  delete process.env[DATABASE];
  delete process.env[TEMPLATE];
};

const provided = (name: string): string => {
  const value = process.env[name];
  if (value !== undefined) return value;
  throw new Error("This test needs the database or the stack: add it to NOT_UNIT in jest.config.js.");
};

export const hasDatabase = () => process.env[DATABASE] !== undefined;

/** Of the one DynamoDB Local. */
export const databaseEndpoint = () => provided(DATABASE);

/** The synthesized template of the dev stage, as JSON text. */
export const stackTemplate = () => readFileSync(provided(TEMPLATE), "utf8");
