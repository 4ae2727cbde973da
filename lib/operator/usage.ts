import { InvalidArgumentError } from "commander";
import { isCalendarDate } from "../../shared/api/schema/time.ts";
import { firmUsage } from "../../shared/firm/firm-usage.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows, progressOf } from "./output.ts";
import { selectFirms, withFirm } from "./select-firms.ts";

type Options = OperatorOptions & { readonly day?: string; readonly firm?: string };

const parseDay = (text: string) => {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("It must be a date such as 2026-11-22.");
  return text;
};

const today = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const usage = async (options: Options) => {
  const table = await openTable(options);
  const { day = today() } = options;
  const firms = await selectFirms(table, options.firm);
  const onFirm = progressOf((count) => `${count} of ${firms.length} firms counted`);
  const rows = [];
  for (const { id, name } of firms) {
    rows.push({ firm_id: id, name, day, ...(await firmUsage(table, id, day)) });
    onFirm(rows.length);
  }
  printRows(rows, options);
};

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
