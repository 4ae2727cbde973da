import { type Command, InvalidArgumentError, Option } from "commander";
import { openDeployment } from "./deployment.ts";
import type { OperatorOptions } from "./operator-command.ts";

const parseAddress = (text: string): string => {
  if (!/^https?:\/\/[^\s/?#@]+$/.test(text))
    throw new InvalidArgumentError("It must be an address such as https://intake.example.com.");
  return text;
};

/** The option with the address at which people open the service's pages. */
export const addressOption = () =>
  new Option(
    "--url <address>",
    "the service's address for callers, in the link; needed for a deployed service",
  ).argParser(parseAddress);

export const withAddress = (command: Command) => command.addOption(addressOption());

/** @throws Error for a deployed service without an address */
export const addressOf = async (url: string | undefined, options: OperatorOptions): Promise<string> => {
  if (url !== undefined) return url;
  const { baseUrl } = await openDeployment(options);
  if (baseUrl === undefined) throw new Error("name the service's address for callers by --url");
  return baseUrl;
};
