import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { isSupportedCountry } from "libphonenumber-js/min";
import { ianaTimeZone } from "../shared/contract/schema/time-zone.ts";
import { createFirm } from "../shared/operations/firm/create-firm.ts";
import { connectTable, type Table } from "../shared/storage/dynamodb/table.ts";

type FirmOptions = { name: string; timeZone: string; country: string; table?: string; json?: true };

const parseNonBlank = (text: string) => {
  if (text.trim() === "") throw new InvalidArgumentError("It must not be blank.");
  return text.trim();
};

const parseTimeZone = (text: string) => {
  const name = ianaTimeZone(text);
  if (name === null) throw new InvalidArgumentError("It must be an IANA zone such as America/New_York.");
  return name;
};

const parseCountry = (text: string) => {
  if (!isSupportedCountry(text.toUpperCase()))
    throw new InvalidArgumentError("It must be a country such as US.");
  return text.toUpperCase();
};

const localDirectory = process.env.INTAKE_LOCAL_DIR ?? ".local";

/** Connects to a deployed table with the caller's AWS credentials, or by default to the running local service's table. */
const openTable = (deployedTable: string | undefined): Table => {
  if (deployedTable !== undefined) return connectTable(deployedTable);
  const running: { aws_endpoint: string; table_name: string } = JSON.parse(
    readFileSync(join(localDirectory, "service.json"), "utf8"),
  );
  return connectTable(running.table_name, {
    endpoint: running.aws_endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "operator", secretAccessKey: "operator" },
  });
};

const createFirmFromOptions = async (options: FirmOptions, command: Command) => {
  const table = tryOpenTable(options.table, command);
  const { firmId, apiKey } = await createFirm(table, {
    name: options.name,
    timeZone: options.timeZone,
    defaultCountry: options.country,
    nowMilliseconds: Date.now(),
  });
  if (options.json) return console.log(JSON.stringify({ firm_id: firmId, api_key: apiKey }));
  console.log(`firm_id  ${firmId}\napi_key  ${apiKey}\n\nThe key has all scopes and is not shown again.`);
};

const tryOpenTable = (deployedTable: string | undefined, command: Command): Table => {
  try {
    return openTable(deployedTable);
  } catch {
    return command.error(
      `error: no local service is running on the folder ${localDirectory}: start it with "npm start", or name a deployed table with --table`,
    );
  }
};

const operator = new Command("operator").description("Administer Intake: firms and their first keys");

operator
  .command("firm")
  .description("firms")
  .command("create")
  .description("create a firm and its first API key, which is shown once")
  .requiredOption("--name <name>", "the firm's name", parseNonBlank)
  .requiredOption("--time-zone <zone>", "IANA zone, for example America/New_York", parseTimeZone)
  .option("--country <code>", "how phone numbers without a country code are read", parseCountry, "US")
  .option("--table <name>", "a deployed table (the stack's output TableName), with your AWS credentials")
  .option("--json", "print only the result, as JSON")
  .action((options: FirmOptions, command: Command) => createFirmFromOptions(options, command));

await operator.parseAsync();
