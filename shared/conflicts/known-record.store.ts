import { canLapse } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import { ifReadable, reportFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { type StoredEntry, subjectOfEntry } from "./conflict-entry.rules.ts";
import { storedEntryRecord } from "./conflict-entry.store.ts";
import type { KeyOwner, KnownRecord } from "./known-record.rules.ts";
import { subjectsOfLead } from "./lead-subjects.rules.ts";
import type { Subject } from "./subject.rules.ts";

/** The place of a record that cannot be read, in the log. */
const WALK = "conflicts";

const knownLead = (lead: Lead): KnownRecord => ({
  owner: { type: "LEAD", id: lead.id },
  leadId: lead.mergedInto ?? lead.id,
  subjects: subjectsOfLead(lead),
  changeId: lead.changeId ?? "",
  mayLapse: lead.mergedInto !== undefined || (lead.conflict !== undefined && canLapse(lead.conflict.state)),
});

const knownEntry = ({ entry, changeId }: StoredEntry): KnownRecord | null =>
  entry && {
    owner: { type: "ENTRY", id: entry.key },
    leadId: null,
    subjects: [subjectOfEntry(entry)],
    changeId,
    mayLapse: false,
  };

const knownIf = <Record>(
  { key, parse }: RecordRef<Record | null>,
  toKnown: (record: Record) => KnownRecord | null,
): RecordRef<KnownRecord | null> => ({
  key,
  parse: (item) => {
    const record = parse(item);
    return record === null ? null : toKnown(record);
  },
});

/** Reads a record that has keys; null if it does not exist. */
export const knownRecord = (firm: FirmId, { type, id }: KeyOwner): RecordRef<KnownRecord | null> =>
  type === "LEAD"
    ? knownIf(leadRecord(firm, id), knownLead)
    : knownIf(storedEntryRecord(firm, id), knownEntry);

/** Reads records that have keys. Skips those that no longer exist, and reports those that cannot be read. */
export const readKnownRecords = async (
  table: Table,
  firm: FirmId,
  owners: readonly KeyOwner[],
): Promise<KnownRecord[]> => {
  const { known } = await readRecords(table, {
    known: owners.map((owner) =>
      ifReadable(knownRecord(firm, owner), (fault) => reportFault({ walk: WALK, recordId: owner.id }, fault)),
    ),
  });
  return known.flatMap((each) => each ?? []);
};

/** A lead with those that were merged into it, which checks take for one. */
export type LeadGroup = {
  readonly ids: ReadonlySet<string>;
  readonly records: readonly KnownRecord[];
  readonly subjects: readonly Subject[];
};

export const readLeadGroup = async (table: Table, firm: FirmId, lead: Lead): Promise<LeadGroup> => {
  const merged = (lead.mergedLeadIds ?? []).map((id) => ({ type: "LEAD" as const, id }));
  const records = [knownLead(lead), ...(await readKnownRecords(table, firm, merged))];
  return {
    ids: new Set(records.map(({ owner }) => owner.id)),
    records,
    subjects: records.flatMap(({ subjects }) => subjects),
  };
};
