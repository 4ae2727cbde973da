import { InvalidArgumentError } from "commander";
import { isSupportedCountry } from "libphonenumber-js/min";
import { ianaTimeZone } from "../../shared/contract/schema/time-zone.ts";
import { createFirm } from "../../shared/operations/firm/create-firm.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";

type Options = OperatorOptions & {
  readonly name: string;
  readonly timeZone: string;
  readonly country: string;
};

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
  operatorCommand("create", "create a firm and its first API key, which is shown once")
    .requiredOption("--name <name>", "the firm's name", parseNonBlank)
    .requiredOption("--time-zone <zone>", "IANA zone, for example America/New_York", parseTimeZone)
    .option("--country <code>", "how phone numbers without a country code are read", parseCountry, "US")
    .action(create);
