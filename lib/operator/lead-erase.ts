import { setTimeout as sleep } from "node:timers/promises";
import { eraseLead } from "../../shared/leads/erase-lead.ts";
import { readMergedLeads } from "../../shared/leads/merged-leads.store.ts";
import { type ConfirmOptions, isConfirmed, withConfirmation } from "./confirmation.ts";
import { openFirm } from "./open-firm.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord } from "./output.ts";

type Options = OperatorOptions & ConfirmOptions & { readonly dryRun?: true };

const CONFIRMED = "the firm's id";

const erase = async (firm: string, lead: string, options: Options) => {
  const { table, firmId } = await openFirm(firm, options);
  const leadId = lead.toLowerCase();
  const erased = isConfirmed(options, firmId, CONFIRMED) && !options.dryRun;
  const dependencies = { table, now: Date.now, wait: sleep, onProgress: console.error };
  const counts = await eraseLead(dependencies, { firmId, leadId, dryRun: !erased });
  const leads = await readMergedLeads(table, firmId, leadId);
  const merged = leads.map(({ id }) => id).filter((id) => id !== leadId);
  printRecord({ erased, lead_id: leadId, merged_with: merged, ...counts }, options);
};

export const leadEraseCommand = () =>
  withConfirmation(
    operatorCommand({
      usage: "erase <firm> <lead>",
      description: "erase a lead's personal data; ids, dates, status and counts stay",
      examples: ["<firm> <lead> --dry-run", "<firm> <lead> --confirm <firm>"],
    }),
    CONFIRMED,
  )
    .option("--dry-run", "print how many records would change, also without --confirm")
    .action(erase);
