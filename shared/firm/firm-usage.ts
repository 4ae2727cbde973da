import { millisecondsInDay } from "date-fns/constants";
import { idAt } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  consultationPartition,
  INBOUND_DELIVERY_PREFIX,
  leadPartition,
  linkPartition,
  SOURCE_PREFIX,
  sourcePartition,
  WEBHOOK_DELIVERY_PREFIX,
  WEBHOOK_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { countRange, documentIds } from "../table/walk-items.ts";

/** The records created on a day. */
type FirmUsage = {
  readonly leads: number;
  readonly bookings: number;
  /** Links that have not expired. */
  readonly links: number;
  readonly inbound_deliveries: number;
  readonly webhook_deliveries: number;
};

/** Counts by the time in the ids, on a UTC date (`YYYY-MM-DD`). Reads the counted records, and the sources and endpoints. */
export const firmUsage = async (table: Table, firm: FirmId, date: string): Promise<FirmUsage> => {
  const midnight = Date.parse(date);
  const count = (pk: string, prefix = "") =>
    countRange(table, { pk, from: prefix + idAt(midnight), to: prefix + idAt(midnight + millisecondsInDay) });
  const countAll = async (partitions: readonly string[], prefix: string) => {
    let total = 0;
    for (const pk of partitions) total += await count(pk, prefix);
    return total;
  };
  const sourceIds = await documentIds(table, firm, SOURCE_PREFIX);
  const webhookIds = await documentIds(table, firm, WEBHOOK_PREFIX);
  return {
    leads: await count(leadPartition(firm)),
    bookings: await count(consultationPartition(firm)),
    links: await count(linkPartition(firm)),
    inbound_deliveries: await countAll(
      sourceIds.map((id) => sourcePartition(firm, id)),
      INBOUND_DELIVERY_PREFIX,
    ),
    webhook_deliveries: await countAll(
      webhookIds.map((id) => webhookDeliveryPartition(firm, id)),
      WEBHOOK_DELIVERY_PREFIX,
    ),
  };
};
