import { requireFound } from "../api/app-error.ts";
import type { Change } from "../api/change.ts";
import { ERASED_CONSULTATION_FIELDS } from "../consultations/consultation.rules.ts";
import { consultationRecord, putConsultation } from "../consultations/consultation.store.ts";
import {
  type ConsultationOfLead,
  findConsultationsOfLead,
} from "../consultations/consultation-lists.store.ts";
import { eraseClaims } from "../firm/erase-claims.store.ts";
import { newRecordId } from "../runtime/record-id.ts";
import type { Source } from "../sources/source.rules.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { doneOrConflict, retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { Contacts } from "./contacts.rules.ts";
import { eraseInbound } from "./erase-inbound.ts";
import { type Lead, withoutPersonalData } from "./lead.rules.ts";
import { leadRecord, putLead } from "./lead.store.ts";

export type ErasureContext = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly leadId: string;
  readonly sources: readonly Source[];
  /** Of the lead before its erasure, former ones included. */
  readonly contacts: Contacts;
  readonly dryRun: boolean;
  readonly now: () => number;
};

/** How many records of each kind held personal data of the lead. */
export type RecordCounts = {
  readonly leads: number;
  readonly consultations: number;
  readonly inbound_deliveries: number;
  readonly deduplication_records: number;
  readonly idempotency_records: number;
};

/**
 * Erases the lead's personal data from every record but events. Deliveries come first: those that became no lead are
 * found by the lead's email and phone, and a run that follows an interrupted one no longer finds these in the lead. Once
 * the lead is erased, every write of it is refused or brings no personal data.
 */
export const eraseRecords = async (context: ErasureContext): Promise<RecordCounts> => {
  const { table, firmId, leadId, dryRun } = context;
  const lead = requireFound("lead", await readRecord(table, leadRecord(firmId, leadId)));
  const inbound = await eraseInbound(context);
  const isErased = lead.erasure !== undefined;
  if (!isErased && !dryRun) await retryOnConflict(() => eraseLeadItem(context));
  const consultations = await findConsultationsOfLead(table, firmId, leadId);
  const recordIds = new Set([leadId, ...consultations.map(({ id }) => id)]);
  return {
    leads: isErased ? 0 : 1,
    consultations: await eraseConsultations(context, consultations),
    ...inbound,
    idempotency_records: await eraseClaims(table, firmId, { recordIds, dryRun }),
  };
};

const eraseConsultations = async (
  context: ErasureContext,
  consultations: readonly ConsultationOfLead[],
): Promise<number> => {
  const unerased = consultations.filter(({ erasure }) => erasure === undefined);
  if (context.dryRun) return unerased.length;
  for (const { id } of unerased) await retryOnConflict(() => eraseConsultation(context, id));
  return unerased.length;
};

const eraseLeadItem = async ({ table, firmId, leadId, sources, now }: ErasureContext) => {
  const lead: Lead = requireFound("lead", await readRecord(table, leadRecord(firmId, leadId)));
  if (lead.erasure !== undefined) return "done";
  const change = newErasure(now());
  const erased = {
    ...withoutPersonalData(lead, new Set(sources.map(({ key }) => key))),
    erasure: { at: change.at, changeId: change.id },
    revision: lead.revision + 1,
  };
  return doneOrConflict(await commit(table, [putLead(firmId, erased, change)]));
};

const eraseConsultation = async ({ table, firmId, now }: ErasureContext, id: string) => {
  const before = await readRecord(table, consultationRecord(firmId, id));
  if (before === null || before.erasure !== undefined) return "done";
  const change = newErasure(now());
  const after = {
    ...before,
    ...ERASED_CONSULTATION_FIELDS,
    erasure: { at: change.at, changeId: change.id },
    revision: before.revision + 1,
  };
  return doneOrConflict(await commit(table, putConsultation(firmId, { before, after, change })));
};

const newErasure = (nowMilliseconds: number): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
  actor: { type: "operator", id: null },
});
