import { requireFound } from "../../contract/app-error.ts";
import { ERASED_CONSULTATION_FIELDS } from "../../domain/consultations/consultation.ts";
import type { Change } from "../../domain/events/change.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Lead, withoutPersonalData } from "../../domain/leads/lead.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { consultationRecord, consultationStore } from "../../storage/consultations/consultation-store.ts";
import {
  type ConsultationOfLead,
  findConsultationsOfLead,
} from "../../storage/consultations/consultations-of-lead.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { eraseClaims } from "../../storage/erase-claims.ts";
import { leadRecord, leadStore } from "../../storage/leads/lead-store.ts";
import { eraseInboundTraces, findInboundTraces } from "../../storage/sources/inbound-traces.ts";
import type { SourceIdentity } from "../../storage/sources/walk-sources.ts";

export type ErasureContext = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly leadId: string;
  readonly sources: readonly SourceIdentity[];
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
 * Erases the lead's personal data from every record but events. Deliveries that became no lead are found by the lead's
 * email and phone, so they come first: the lead that is erased next no longer has them. From then on every write of
 * the lead is refused or brings no personal data.
 */
export const eraseRecords = async (context: ErasureContext): Promise<RecordCounts> => {
  const { table, firmId, leadId, dryRun } = context;
  const lead = requireFound("lead", await readRecord(table, leadRecord(firmId, leadId)));
  const inbound = await eraseInbound(context, lead);
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

const eraseInbound = async (
  { table, firmId, leadId, sources, dryRun }: ErasureContext,
  { email, phone }: Lead,
) => {
  const contacts = [email, phone].filter((contact) => contact !== "");
  const counts = { inbound_deliveries: 0, deduplication_records: 0 };
  for (const { id } of sources) {
    const traces = await findInboundTraces(table, firmId, id, { leadId, contacts });
    if (!dryRun) await eraseInboundTraces(table, firmId, id, { leadId, ...traces });
    counts.inbound_deliveries += traces.deliveryIds.length;
    counts.deduplication_records += traces.deduplicationKeys.length;
  }
  return counts;
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
  const erased = withoutPersonalData(lead, new Set(sources.map(({ key }) => key)));
  return leadStore(table).erase(firmId, erased, newErasure(now()));
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
  return consultationStore(table).update(firmId, { before, after, change });
};

const newErasure = (nowMilliseconds: number): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
  actor: { type: "operator", id: null },
});
