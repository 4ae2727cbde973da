import { findFirm } from "../../shared/firm/find-firm.ts";
import { openTable } from "./deployment.ts";
import type { OperatorOptions } from "./operator-command.ts";

/**
 * A firm that a command names, and the table that it is in.
 * @throws AppError `not_found`
 */
export const openFirm = async (id: string, options: OperatorOptions) => {
  const table = await openTable(options);
  return { table, ...(await findFirm(table, id)) };
};
