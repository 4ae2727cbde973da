import { InvalidArgumentError } from "commander";
import { isCalendarDate } from "../../shared/api/schema/time.ts";
import { firmUsage } from "../../shared/firm/firm-usage.ts";
import { operatorCommand } from "./operator-command.ts";
import { type FirmOptions, printRowsOfFirms, withFirm } from "./select-firms.ts";

type Options = FirmOptions & { readonly day?: string };

const parseDay = (text: string) => {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("It must be a date such as 2026-11-22.");
  return text;
};

const today = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const usage = ({ day = today(), ...options }: Options) =>
  printRowsOfFirms(options, async (table, { id, name }) => [
    { firm_id: id, name, day, ...(await firmUsage(table, id, day)) },
  ]);

export const usageCommand = () =>
  withFirm(
    operatorCommand({
      usage: "usage",
      description: "count the leads, bookings and deliveries of a UTC day, for each firm",
      examples: ["--day 2026-11-21"],
    }),
  )
    .option("--day <date>", "the day, today by default", parseDay)
    .action(usage);
