import type { Table } from "../../shared/table/table.ts";
import { openTable } from "./deployment.ts";
import type { WalkOptions } from "./operator-command.ts";

export type TwoTablesOptions = WalkOptions & { readonly to: string };

/**
 * Opens the table of a command, and the one that `--to` names.
 * @throws Error if they are the same
 */
export const openTwoTables = async (
  options: TwoTablesOptions,
): Promise<{ readonly from: Table; readonly to: Table }> => {
  const from = await openTable(options);
  if (options.to === from.name) throw new Error("--to must name another table");
  return { from, to: { client: from.client, name: options.to } };
};
