import { isDeepStrictEqual } from "node:util";
import { systemChange } from "../api/change.ts";
import { erasableSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Reader, readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { type HandOverContext, withMissedDeadline, withOwedTurn } from "./hand-over.steps.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord, parseLead, sweptLeadUpdate } from "./lead.store.ts";
import { type LeadDue, leadDue, passesSilently, withPassedInstants } from "./lead-due.rules.ts";
import { leadEventTypes } from "./lead-event.rules.ts";

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
  const read: Reader = (refs) => readRecords(table, refs);
  const { lead, settings } = await read({
    lead: leadRecord(firmId, id),
    settings: erasableSettingsRecord(firmId),
  });
  let next = lead;
  while (next && settings)
    next = await processNext(table, next, { firmId, settings, change: systemChange(now()), read });
};

/** Does what a lead is due for first. Returns the lead as it is then; null if it is due for nothing by now. */
const processNext = async (table: Table, before: Lead, context: HandOverContext): Promise<Lead | null> => {
  const { firmId, change } = context;
  const due = leadDue(before);
  if (due === null || due.at > change.at) return null;
  const after = await processed(before, due, context);
  // The turn that it is owed cannot be had now either.
  if (isDeepStrictEqual(after, before)) return null;
  const emits = leadEventTypes(before, after).length > 0;
  const { item } = await updateItem(
    table,
    sweptLeadUpdate(firmId, { before, after, change: emits ? change : null }),
  );
  return item ? parseLead(item) : null;
};

const processed = async (lead: Lead, due: LeadDue, context: HandOverContext): Promise<Lead> => {
  if (passesSilently(lead, context.settings))
    return { ...withPassedInstants(lead, context.change.at), turnOwed: undefined };
  if (due.for === "contact") return { ...lead, contactDue: "told" };
  return due.for === "turn" ? withOwedTurn(lead, context) : withMissedDeadline(lead, context);
};
