import { leadRecord } from "../leads/lead.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { externalIdKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { deduplicationRecord } from "./deduplication-records.store.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { decodedJson } from "./received-json.rules.ts";
import type { Source } from "./source.rules.ts";
import { readExternalId } from "./source-mapping.rules.ts";

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
