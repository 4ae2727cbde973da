import { type Change, systemChange } from "../api/change.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { erasableSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord, parseLead, type SweptLead, sweptLeadUpdate } from "./lead.store.ts";
import { type LeadDue, leadDue, passesSilently, withPassedInstants } from "./lead-due.rules.ts";

type Dependencies = { readonly table: Table; readonly now: () => number };

/**
 * Does all that a lead is due for by now, each as a change of its own. If the lead changes meanwhile, it is judged again
 * as it is then.
 */
export const processDueLead = async (
  { table, now }: Dependencies,
  firmId: FirmId,
  id: string,
): Promise<void> => {
  const { lead, settings } = await readRecords(table, {
    lead: leadRecord(firmId, id),
    settings: erasableSettingsRecord(firmId),
  });
  let before = lead;
  while (before && settings) {
    const change = systemChange(now());
    const due = leadDue(before);
    if (due === null || due.at > change.at) return;
    const { item } = await updateItem(
      table,
      sweptLeadUpdate(firmId, sweptLead({ before, due, settings, change })),
    );
    before = item ? parseLead(item) : null;
  }
};

type Due = {
  readonly before: Lead;
  readonly due: LeadDue;
  readonly settings: FirmSettings;
  readonly change: Change;
};

const sweptLead = ({ before, due, settings, change }: Due): SweptLead => {
  const lead = { ...before, revision: before.revision + 1 };
  if (passesSilently(before, settings))
    return { before, after: { ...withPassedInstants(lead, change.at), turnOwed: undefined }, change: null };
  if (due.for === "contact") return { before, after: { ...lead, contactDue: "told" }, change };
  return { before, after: { ...lead, isOverdue: true, overdueCount: lead.overdueCount + 1 }, change };
};
