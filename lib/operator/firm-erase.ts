import { eraseFirm } from "../../shared/firm/erase-firm.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { ReadLetter } from "./dead-letters/dead-letter.ts";
import { dropLetters, requireNoneKept } from "./dead-letters/selection.ts";
import { type Deployment, openDeployment, tableOf } from "./deployment.ts";
import { type ConfirmOptions, operatorCommand } from "./operator-command.ts";
import { printResult, progressOf } from "./output.ts";

const erase = async (options: ConfirmOptions, id: string) => {
  const deployment = await openDeployment(options);
  const table = tableOf(deployment);
  const firm = await findFirm(table, id);
  const { name } = firm.settings;
  const erased = options.isConfirmed(name);
  let found = 0;
  const report = progressOf((scanned) => `${scanned} items read, ${found} of the firm`);
  const onPage = (scanned: number, items: number) => {
    found = items;
    report(scanned);
  };
  let letters: DroppedLetters = { count: null, kept: [] };
  const beforeLast = async () => {
    letters = await dropFirmLetters(deployment, firm.firmId, !erased);
  };
  const items = await eraseFirm(table, { firm, dryRun: !erased, now: Date.now, onPage, beforeLast });
  printResult({ erased, firm_id: firm.firmId, name, items, dead_letters: letters.count }, options);
  if (erased) requireNoneKept(letters.kept);
  return undefined;
};

type DroppedLetters = {
  /** Null if only the table is known. */
  readonly count: number | null;
  /** Those that hold, or may hold, other firms. */
  readonly kept: readonly ReadLetter[];
};

/** Drops the firm's dead letters, or says that only the table is known. */
const dropFirmLetters = async (
  deployment: Deployment,
  firm: FirmId,
  dryRun: boolean,
): Promise<DroppedLetters> => {
  if (deployment.stage === null) {
    console.error("the dead letters are not searched: use --stage, or dead-letters drop --firm");
    return { count: null, kept: [] };
  }
  const kept: ReadLetter[] = [];
  let count = 0;
  for await (const { read, isDropped } of dropLetters(deployment, { firm }, dryRun)) {
    if (isDropped) count += 1;
    else kept.push(read);
  }
  return { count, kept };
};

export const firmEraseCommand = operatorCommand({
  usage: "erase <firm>",
  description: "delete everything of a disabled firm",
  examples: ["<firm> --confirm <name>"],
  confirms: "the firm's name",
  run: erase,
});
