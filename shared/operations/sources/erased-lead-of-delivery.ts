import { decodedJson } from "../../domain/sources/received-json.ts";
import type { Source } from "../../domain/sources/source.ts";
import { readExternalId } from "../../domain/sources/source-mapping.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import { deduplicationRecord } from "../../storage/sources/deduplication-records.ts";
import { deduplicationKeys, type Ingestion } from "./create-or-merge-lead.ts";

/**
 * The id of the erased lead that a delivery belongs to by its external id or, for a replay, by the replayed delivery;
 * null if there is none. The body counts even if it is invalid or not from the source's sender.
 */
export const erasedLeadOfDelivery = async (
  table: Table,
  request: Ingestion,
  source: Source,
): Promise<string | null> => {
  const json = decodedJson(request.receipt, source);
  const externalId = readExternalId(json, source.mapping).value ?? null;
  const keys = deduplicationKeys(request, externalId);
  const { entries } =
    keys.length === 0
      ? { entries: [] }
      : await readRecords(table, { entries: keys.map(deduplicationRecord) });
  const leadIds = new Set([request.priorLeadId ?? [], entries.map((entry) => entry?.leadId ?? [])].flat(2));
  if (leadIds.size === 0) return null;
  const { leads } = await readRecords(table, {
    leads: [...leadIds].map((id) => leadRecord(request.firmId, id)),
  });
  return leads.find((lead) => lead?.erasure !== undefined)?.id ?? null;
};
