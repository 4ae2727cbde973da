import { eraseFirm } from "../../shared/firm/erase-firm.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { dropFirmLetters } from "./dead-letters/hops.ts";
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
  const request = { firm, firmId: firm.firmId, dryRun: !erased };
  const before = await dropLetters(deployment, request);
  const items = await eraseFirm(table, { ...request, now: Date.now, onPage });
  // Changes that were being published may have failed meanwhile. Once the firm is gone, no more follow.
  const after = erased ? await dropLetters(deployment, request) : { count: 0, kept: [] };
  const letters = before && after && before.count + after.count;
  printResult({ erased, firm_id: firm.firmId, name, items, dead_letters: letters }, options);
  const kept = new Set([...(before?.kept ?? []), ...(after?.kept ?? [])]);
  if (erased && kept.size > 0)
    throw new Error(
      `kept, since they also hold other firms: ${[...kept].join(" ")}; replay them, which leaves out the erased firm`,
    );
  return undefined;
};

/**
 * Drops the firm's dead letters.
 * @returns null, after saying so, if only the table is known
 */
const dropLetters = async (deployment: Deployment, request: { firmId: FirmId; dryRun: boolean }) => {
  if (deployment.stage !== null) return dropFirmLetters(deployment, request);
  console.error("the dead letters are not searched: use --stage, or dead-letters drop <hop> --firm");
  return null;
};

export const firmEraseCommand = operatorCommand({
  usage: "erase <firm>",
  description: "delete everything of a disabled firm",
  examples: ["<firm> --confirm <name>"],
  confirms: "the firm's name",
  run: erase,
});
