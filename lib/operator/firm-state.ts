import { findFirm } from "../../shared/operations/firm/find-firm.ts";
import { disableFirm, enableFirm } from "../../shared/operations/firm/set-firm-disabled.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, progressOf } from "./output.ts";

const setState =
  (change: typeof disableFirm, result: string) => async (id: string, options: OperatorOptions) => {
    const table = await openTable(options);
    const { firmId } = await findFirm(table, id);
    const onKey = progressOf((count) => `${count} keys ${result}`);
    const keys = await change(table, { firmId, nowMilliseconds: Date.now(), onKey });
    printRecord({ firm_id: firmId, state: result, keys }, options);
  };

export const firmDisableCommand = () =>
  operatorCommand("disable <firm>", "reject the firm's keys within ten seconds; its data stay").action(
    setState(disableFirm, "disabled"),
  );

export const firmEnableCommand = () =>
  operatorCommand("enable <firm>", "accept again the keys that the firm itself has enabled").action(
    setState(enableFirm, "enabled"),
  );
