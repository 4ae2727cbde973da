import { eraseFirm } from "../../shared/operations/firm/erase-firm.ts";
import { findFirm } from "../../shared/operations/firm/find-firm.ts";
import { type ConfirmOptions, isConfirmed, withConfirmation } from "./confirmation.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, progressOf } from "./output.ts";

type Options = OperatorOptions & ConfirmOptions;

const CONFIRMED = "the firm's name";

const erase = async (id: string, options: Options) => {
  const table = await openTable(options);
  const firm = await findFirm(table, id);
  const { name } = firm.settings;
  const erased = isConfirmed(options, name, CONFIRMED);
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
  withConfirmation(operatorCommand("erase <firm>", "delete everything of a disabled firm"), CONFIRMED).action(
    erase,
  );
