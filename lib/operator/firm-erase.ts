import { eraseFirm } from "../../shared/operations/firm/erase-firm.ts";
import { findFirm } from "../../shared/operations/firm/find-firm.ts";
import { openTable } from "./open-table.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, progressOf } from "./output.ts";

type Options = OperatorOptions & { readonly confirm?: string };

const erase = async (id: string, options: Options) => {
  const table = openTable(options);
  const firm = await findFirm(table, id);
  const { confirm } = options;
  const { name } = firm.settings;
  if (confirm !== undefined && confirm !== name) throw new Error("--confirm must repeat the firm's name");
  const erased = confirm !== undefined;
  let found = 0;
  const report = progressOf((scanned) => `${scanned} items read, ${found} of the firm`);
  const onPage = (scanned: number, items: number) => {
    found = items;
    report(scanned);
  };
  const items = await eraseFirm(table, { firm, dryRun: !erased, now: Date.now, onPage });
  printRecord({ erased, firm_id: firm.firmId, name, items }, options);
};

export const firmEraseCommand = () =>
  operatorCommand("erase <firm>", "delete everything of a disabled firm")
    .option("--confirm <name>", "do it; repeat the firm's name. Without it, print how much would be deleted")
    .action(erase);
