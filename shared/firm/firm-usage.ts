import { millisecondsInDay } from "date-fns/constants";
import { idAt } from "../runtime/record-id.ts";
import { listSources } from "../sources/source.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  consultationPartition,
  INBOUND_DELIVERY_PREFIX,
  leadPartition,
  linkPartition,
  sourcePartition,
  WEBHOOK_DELIVERY_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { countRange } from "../table/walk-items.ts";
import { webhookStore } from "../webhooks/webhook.store.ts";

/** What was created on a day. */
type FirmUsage = {
  readonly leads: number;
  readonly bookings: number;
  /** Those that have not expired. */
  readonly links: number;
  readonly inbound_deliveries: number;
  readonly webhook_deliveries: number;
};

/** Counts by the time in the ids, on a UTC date (`YYYY-MM-DD`). Reads what it counts, and the sources and endpoints. */
export const firmUsage = async (table: Table, firm: FirmId, date: string): Promise<FirmUsage> => {
  const midnight = Date.parse(date);
  const count = (pk: string, prefix = "") =>
    countRange(table, { pk, from: prefix + idAt(midnight), to: prefix + idAt(midnight + millisecondsInDay) });
  const countAll = async (partitions: readonly string[], prefix: string) => {
    let total = 0;
    for (const pk of partitions) total += await count(pk, prefix);
    return total;
  };
  const sources = await listSources(table, firm);
  const webhooks = await webhookStore(table).all(firm);
  return {
    leads: await count(leadPartition(firm)),
    bookings: await count(consultationPartition(firm)),
    links: await count(linkPartition(firm)),
    inbound_deliveries: await countAll(
      sources.map(({ id }) => sourcePartition(firm, id)),
      INBOUND_DELIVERY_PREFIX,
    ),
    webhook_deliveries: await countAll(
      webhooks.map(({ id }) => webhookDeliveryPartition(firm, id)),
      WEBHOOK_DELIVERY_PREFIX,
    ),
  };
};
