import type { Command } from "commander";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { type FirmEntry, listFirms } from "../../shared/firm/firm-directory.store.ts";
import type { Table } from "../../shared/table/table.ts";
import { progressOf } from "./output.ts";

/** Lets a command about all firms be about one. */
export const withFirm = (command: Command) =>
  command.option("--firm <firm>", "one firm alone; without it, the whole table is read to find the firms");

type SelectedFirm = Pick<FirmEntry, "id" | "name">;

/** The firm, or all of them. */
export const selectFirms = async (table: Table, id: string | undefined): Promise<SelectedFirm[]> => {
  if (id === undefined)
    return listFirms(
      table,
      progressOf((items) => `${items} items read`),
    );
  const { firmId, settings } = await findFirm(table, id);
  return [{ id: firmId, name: settings.name }];
};
