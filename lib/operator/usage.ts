import { InvalidArgumentError } from "commander";
import { isCalendarDate } from "../../shared/api/schema/time.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { listFirms } from "../../shared/firm/firm-directory.store.ts";
import { firmUsage } from "../../shared/firm/firm-usage.ts";
import type { Table } from "../../shared/table/table.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows, progressOf } from "./output.ts";

type Options = OperatorOptions & { readonly day?: string; readonly firm?: string };

const parseDay = (text: string) => {
  if (!isCalendarDate(text)) throw new InvalidArgumentError("It must be a date such as 2026-11-22.");
  return text;
};

const today = () => new Date().toISOString().slice(0, "YYYY-MM-DD".length);

const usage = async (options: Options) => {
  const table = await openTable(options);
  const { day = today() } = options;
  const firms = await selectedFirms(table, options.firm);
  const onFirm = progressOf((count) => `${count} of ${firms.length} firms counted`);
  const rows = [];
  for (const { id, name } of firms) {
    rows.push({ firm_id: id, name, day, ...(await firmUsage(table, id, day)) });
    onFirm(rows.length);
  }
  printRows(rows, options);
};

const selectedFirms = async (table: Table, id: string | undefined) => {
  if (id === undefined)
    return listFirms(
      table,
      progressOf((items) => `${items} items read`),
    );
  const { firmId, settings } = await findFirm(table, id);
  return [{ id: firmId, name: settings.name }];
};

export const usageCommand = () =>
  operatorCommand("usage", "count the leads, bookings and deliveries of a UTC day, for each firm")
    .option("--day <date>", "the day, today by default", parseDay)
    .option("--firm <firm>", "one firm alone; without it, the whole table is read to find the firms")
    .action(usage);
