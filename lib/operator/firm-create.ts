import { InvalidArgumentError } from "commander";
import { isSupportedCountry } from "libphonenumber-js/min";
import { createFirm } from "../../shared/firm/create-firm.ts";
import { updateFirmEndpoint } from "../../shared/firm/firm.contract.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { parseField } from "./parse-argument.ts";

type Options = OperatorOptions & {
  readonly name: string;
  readonly timeZone: string;
  readonly country: string;
};

const parseAs = (field: "name" | "time_zone" | "default_country") =>
  parseField(updateFirmEndpoint.body, field);

const parseCountry = (text: string): string => {
  const country = parseAs("default_country")(text);
  if (!isSupportedCountry(country)) throw new InvalidArgumentError("It must be a country such as US.");
  return country;
};

const create = async (options: Options) => {
  const { firmId, apiKey } = await createFirm(await openTable(options), {
    name: options.name,
    timeZone: options.timeZone,
    defaultCountry: options.country,
    nowMilliseconds: Date.now(),
  });
  if (options.json) return console.log(JSON.stringify({ firm_id: firmId, api_key: apiKey }));
  console.log(`firm_id  ${firmId}\napi_key  ${apiKey}\n\nThe key has all scopes and is not shown again.`);
};

export const firmCreateCommand = () =>
  operatorCommand({
    usage: "create",
    description: "create a firm and its first API key, which is shown once",
    examples: ['--name "Doe & Partners" --time-zone America/New_York'],
  })
    .requiredOption("--name <name>", "the firm's name", parseAs("name"))
    .requiredOption("--time-zone <zone>", "IANA zone, for example America/New_York", parseAs("time_zone"))
    .option("--country <code>", "how phone numbers without a country code are read", parseCountry, "US")
    .action(create);
