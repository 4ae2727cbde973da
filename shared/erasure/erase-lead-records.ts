import { eraseActivities } from "../activities/activity.store.ts";
import { operatorChange, storedChangeId } from "../api/change.ts";
import { eraseConflictChecks } from "../conflicts/erase-checks.store.ts";
import { CONSULTATION_STATUSES } from "../consultations/consultation.rules.ts";
import { consultationRecord, putConsultation } from "../consultations/consultation.store.ts";
import { consultationFields } from "../consultations/consultation-fields.contract.ts";
import {
  type ConsultationOfLead,
  findConsultationsOfLeads,
} from "../consultations/consultation-lists.store.ts";
import { cancelConsultation } from "../consultations/withdraw-consultation.store.ts";
import { withoutPersonalData } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import { eraseLinks } from "../links/link.store.ts";
import type { Source } from "../sources/source.rules.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { Contacts } from "./contacts.rules.ts";
import { eraseClaims } from "./erase-claims.store.ts";
import { eraseInbound } from "./erase-inbound.ts";
import { readableLead } from "./read-contacts.ts";

export type ErasureContext = {
  readonly table: Table;
  readonly firmId: FirmId;
  /** The lead to erase. The lead that it was merged into, if any, is erased with it. */
  readonly leadId: string;
  /** The surviving lead, which comes first, and all that were merged into it. */
  readonly leadIds: readonly string[];
  readonly sources: readonly Source[];
  /** The leads' contacts before the erasure, with former ones. */
  readonly contacts: Contacts;
  readonly dryRun: boolean;
  /** Whether live consultations stay as they are, without personal data. */
  readonly keepsConsultations: boolean;
  readonly now: () => number;
  /** Receives records that could not be read or erased. The erasure continues with the rest. */
  readonly onFault: OnFault;
};

/** What an erasure counts: live consultations that are canceled, and records of each kind with personal data of the leads. */
export const COUNTED = [
  "canceled_consultations",
  "leads",
  "consultations",
  "activities",
  "conflict_checks",
  "links",
  "inbound_deliveries",
  "deduplication_records",
  "idempotency_records",
] as const;

export type RecordCounts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** The erased records, and the consultations that were live before. */
export type ErasedRecords = {
  readonly counts: RecordCounts;
  readonly live: readonly ConsultationOfLead[];
};

/**
 * Cancels the leads' live consultations, then erases the personal data of the leads from every record but events. Starts
 * with deliveries: those that became no lead are found by the leads' email and phone, and after an interruption, the next
 * run would no longer find these in the leads. Once a lead is erased, every write of it is refused or brings no personal
 * data. A consultation that is booked until then is left to the next run.
 */
export const eraseRecords = async (context: ErasureContext): Promise<ErasedRecords> => {
  const { table, firmId, leadIds, dryRun, onFault } = context;
  const consultations = await findConsultationsOfLeads(table, firmId, { leadIds, onFault });
  const live = consultations.filter(({ status }) => CONSULTATION_STATUSES[status].isOpen);
  const canceled = await cancelConsultations(context, live);
  const inbound = await eraseInbound(context);
  let leads = 0;
  for (const id of leadIds) leads += await retryReads(() => eraseLeadItem(context, id));
  const links = await eraseLinks(table, firmId, { leadIds, dryRun, onFault });
  const activities = await eraseActivities(table, firmId, { leadIds, dryRun, onFault });
  const checks = await eraseConflictChecks(table, firmId, { leadIds, dryRun, onFault });
  const recordIds = new Set([
    ...leadIds,
    ...activities.ids,
    ...checks.ids,
    ...consultations.map(({ id }) => id),
  ]);
  const counts = {
    canceled_consultations: canceled,
    leads,
    consultations: await eraseConsultations(context, consultations),
    activities: activities.count,
    conflict_checks: checks.count,
    links,
    ...inbound,
    idempotency_records: await eraseClaims(table, firmId, { recordIds, dryRun }),
  };
  return { counts, live };
};

/** Cancels consultations in the operator's name, unless they have become final. Returns their number. */
const cancelConsultations = async (
  { table, firmId, dryRun, keepsConsultations, now, onFault }: ErasureContext,
  live: readonly ConsultationOfLead[],
): Promise<number> => {
  if (keepsConsultations) return 0;
  if (dryRun) return live.length;
  let canceled = 0;
  for (const { id } of live) {
    const isCanceled = await processRecord(
      () => cancelConsultation(table, { firmId, id, nowMilliseconds: now() }),
      (fault) => onFault(`the consultation ${id}`, fault),
    );
    if (isCanceled === true) canceled += 1;
  }
  return canceled;
};

const eraseConsultations = async (
  context: ErasureContext,
  consultations: readonly ConsultationOfLead[],
): Promise<number> => {
  const unerased = consultations.filter(({ erasure }) => erasure === undefined);
  if (context.dryRun) return unerased.length;
  for (const { id } of unerased)
    await processRecord(
      () => retryReads(() => eraseConsultation(context, id)),
      (fault) => context.onFault(`the consultation ${id}`, fault),
    );
  return unerased.length;
};

/**
 * Erases one lead. The surviving lead comes first: after its erasure, nothing can be merged with it. Leaves a lead that
 * was merged meanwhile to the next run, which begins with the surviving one. An unreadable lead stays.
 * @returns the number of erased leads
 */
const eraseLeadItem = async (context: ErasureContext, id: string): Promise<0 | 1> => {
  const { table, firmId, sources, dryRun, now, onFault } = context;
  const [survivorId] = context.leadIds;
  const lead = await readRecord(table, readableLead(firmId, id, onFault));
  if (lead === null) return 0;
  const isMergedMeanwhile = lead.mergedInto !== (id === survivorId ? undefined : survivorId);
  if (lead.erasure !== undefined || isMergedMeanwhile) return 0;
  if (dryRun) return 1;
  const change = operatorChange(now());
  const erased = {
    ...withoutPersonalData(lead, new Set(sources.map(({ key }) => key))),
    erasure: { at: change.at, changeId: storedChangeId(lead, change) },
    revision: lead.revision + 1,
  };
  await commit(table, [putLead(firmId, erased, change)]);
  return 1;
};

const eraseConsultation = async ({ table, firmId, now }: ErasureContext, id: string) => {
  const before = await readRecord(table, consultationRecord(firmId, id));
  if (before === null || before.erasure !== undefined) return;
  const change = operatorChange(now());
  const after = {
    ...before,
    ...consultationFields.erased().record,
    erasure: { at: change.at, changeId: storedChangeId(before, change) },
    revision: before.revision + 1,
  };
  await commit(table, putConsultation(firmId, { before, after, change }));
};
