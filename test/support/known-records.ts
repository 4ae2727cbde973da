import { type ConflictEntry, subjectOfEntry } from "../../shared/conflicts/conflict-entry.rules.ts";
import { putEntry } from "../../shared/conflicts/conflict-entry.store.ts";
import { keysOf } from "../../shared/conflicts/conflict-keys.rules.ts";
import { subjectsOfLead } from "../../shared/conflicts/lead-subjects.rules.ts";
import type { Subject } from "../../shared/conflicts/subject.rules.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { conflictKeyPartition, type Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { changeAt } from "./changes.ts";
import { newLead } from "./leads.ts";
import { putItems } from "./put-items.ts";

const SIDES = { adverse: "ADVERSE", related: "BESIDE", client: "CLIENT" };

const keyItems = (firm: FirmId, owner: string, subjects: readonly Subject[]): Item[] =>
  keysOf(subjects).map(({ kind, value, side }) => ({
    pk: conflictKeyPartition(firm, kind, value),
    sk: `${SIDES[side]}#${owner}`,
  }));

/** Stores leads with their keys, as the stream has brought them in. */
export const putKnownLeads = async (table: Table, firm: FirmId, changes: readonly Partial<Lead>[]) => {
  const leads = changes.map(newLead);
  await putItems(
    table,
    leads.flatMap((lead) => [
      leadToItem(firm, lead, changeAt(Date.now())),
      ...keyItems(firm, `LEAD#${lead.id}`, subjectsOfLead(lead)),
    ]),
  );
  return leads;
};

/** Stores entries of the register with their keys, as the stream has brought them in. */
export const putKnownEntries = async (
  table: Table,
  firm: FirmId,
  entries: readonly (Pick<ConflictEntry, "key" | "name"> & Partial<ConflictEntry>)[],
) => {
  const items = entries.flatMap((changes) => {
    const entry: ConflictEntry = {
      ...{ id: newRecordId(Date.now()), role: "adverse", aliases: [], email: "", phone: "", matter: "" },
      ...changes,
    };
    const write = putEntry(firm, entry, { before: null, change: changeAt(Date.now()) });
    const stored = "Put" in write ? [write.Put.Item as Item] : [];
    return [...stored, ...keyItems(firm, `ENTRY#${entry.key}`, [subjectOfEntry(entry)])];
  });
  await putItems(table, items);
};
