import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listDeliveries } from "../../functions/sources/list-inbound-deliveries.ts";
import { handler as replayDelivery } from "../../functions/sources/replay-inbound-delivery.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { sourcePartition } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import type { EncodedBody } from "./form-bodies.ts";
import { type ApiResponse, call } from "./http-call.ts";
import { readPartition } from "./leads.ts";

/** A body with the field names of the default mapping. */
export const GRACE = {
  externalId: "42",
  firstName: "Grace",
  lastName: "Hopper",
  email: "grace@example.com",
  phone: "212 555 0123",
  case_type: "family",
};

export const deliver = (secret: string, body: unknown = GRACE, headers?: Record<string, string>) =>
  call(createLead, { key: secret, body, headers });

/** Delivers bytes, in the way that API Gateway passes a form. */
export const deliverBytes = (
  secret: string,
  { bytes, contentType }: EncodedBody,
  headers: Record<string, string> = {},
) => call(createLead, { key: secret, bytes, headers: { "content-type": contentType, ...headers } });

/**
 * Delivers with the key.
 * @returns the code of the error, or the status if there is none
 */
export const outcomeOf = async (secret: string) => {
  const { status, body } = await deliver(secret);
  return body.error?.code ?? status;
};

export const listInboundDeliveries = async (
  by: string,
  sourceId: string,
  query: Record<string, string> = {},
): Promise<ApiResponse["body"][]> =>
  (await call(listDeliveries, { key: by, params: { id: sourceId }, query })).body.data;

export const replayInboundDelivery = (by: string, id: string, deliveryId: string) =>
  call(replayDelivery, { key: by, params: { id, deliveryId } });

/** Reads the items of a source: inbound deliveries and deduplication records. */
export const readSourceItems = (table: Table, firm: FirmId, sourceId: string) =>
  readPartition(table, sourcePartition(firm, sourceId));
