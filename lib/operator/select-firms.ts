import type { Command } from "commander";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { type FirmEntry, listFirms } from "../../shared/firm/firm-directory.store.ts";
import type { Table } from "../../shared/table/table.ts";
import { openTable } from "./deployment.ts";
import type { OperatorOptions, WalkOptions } from "./operator-command.ts";
import { progressOf, type Row } from "./output.ts";

export type FirmOptions = WalkOptions & { readonly firm?: string };

/** Adds an option that restricts a command to one firm. */
export const withFirm = (command: Command) =>
  command.option("--firm <firm>", "one firm alone; without it, the whole table is read to find the firms");

type SelectedFirm = Pick<FirmEntry, "id" | "name">;

/** Returns a command's rows for the selected firm, or for all firms. */
export const rowsOfFirms = async (
  options: FirmOptions,
  rowsOf: (table: Table, firm: SelectedFirm) => Promise<Row[]>,
) => {
  const table = await openTable(options);
  const firms = await selectFirms(table, options);
  const report = progressOf((count) => `${count} of ${firms.length} firms read`);
  const rows: Row[] = [];
  for (const [index, firm] of firms.entries()) {
    rows.push(...(await rowsOf(table, firm)));
    report(index + 1);
  }
  return rows;
};

const selectFirms = async (table: Table, options: FirmOptions): Promise<SelectedFirm[]> => {
  if (options.firm === undefined) return readFirms(table, options);
  const { firmId, settings } = await findFirm(table, options.firm);
  return [{ id: firmId, name: settings.name }];
};

/** Reads the whole table to list the firms. */
export const readFirms = (table: Table, { onFault }: Pick<WalkOptions, "onFault">): Promise<FirmEntry[]> =>
  listFirms(table, { onScanned: progressOf((items) => `${items} items read`), onFault });

/**
 * Opens the firm that a command names, and its table.
 * @throws AppError `not_found`
 */
export const openFirm = async (id: string, options: OperatorOptions) => {
  const table = await openTable(options);
  return { table, ...(await findFirm(table, id)) };
};
