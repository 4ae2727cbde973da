import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { InboundReceipt } from "../../domain/sources/inbound-delivery.ts";
import { decodedJson } from "../../domain/sources/received-json.ts";
import type { Source } from "../../domain/sources/source.ts";
import { readExternalId } from "../../domain/sources/source-mapping.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { leadRecord } from "../../storage/leads/lead-store.ts";
import { externalIdKey } from "../../storage/record-keys.ts";
import { deduplicationRecord } from "../../storage/sources/deduplication-records.ts";

type Request = { readonly firmId: FirmId; readonly sourceId: string; readonly receipt: InboundReceipt };

/**
 * The id of the erased lead whose external id a delivery has; null if there is none. The body counts even if it is
 * invalid or not from the source's sender. Nothing is read for a body without an external id.
 */
export const erasedLeadOfDelivery = async (
  table: Table,
  { firmId, sourceId, receipt }: Request,
  source: Source,
): Promise<string | null> => {
  const externalId = readExternalId(decodedJson(receipt, source), source.mapping).value;
  if (externalId === undefined) return null;
  const entry = await readRecord(table, deduplicationRecord(externalIdKey(firmId, sourceId, externalId)));
  const lead = entry && (await readRecord(table, leadRecord(firmId, entry.leadId)));
  return lead?.erasure === undefined ? null : lead.id;
};
