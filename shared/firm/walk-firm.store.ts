import { walkKeyHashes } from "../keys/firm-key-hashes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item, RecordKey } from "../table/item.ts";
import {
  apiKeyRecordKey,
  consultationCountPartition,
  consultationPartition,
  dayPartition,
  eventLogPartition,
  eventPartition,
  holdPartition,
  leadPartition,
  linkPartition,
  MEMBER_PREFIX,
  SOURCE_PREFIX,
  settingsPartition,
  sourcePartition,
  WEBHOOK_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type ScanPage, walkPartition } from "../table/walk-items.ts";
import { idempotencyPartitions } from "./erase-claims.store.ts";

/**
 * The keys of every item of a firm that never deleted a webhook endpoint and never had a limit across its keys, by queries:
 * the deliveries of a deleted endpoint are in a partition that nothing names, and the rate window of the firm is beside the
 * keys. The settings document comes last, since it names the other partitions.
 */
export async function* walkFirm(table: Table, firm: FirmId): AsyncGenerator<ScanPage> {
  const settings = await keysIn(table, settingsPartition(firm));
  for (const pk of partitionsOf(firm, settings)) yield page(await keysIn(table, pk));
  const secretKeys: RecordKey[] = [];
  for await (const sha256 of walkKeyHashes(table, firm)) secretKeys.push(apiKeyRecordKey(sha256));
  yield page(secretKeys);
  yield page(settings);
}

const partitionsOf = (firm: FirmId, settings: readonly Item[]): string[] => {
  const idsOf = (prefix: string) =>
    settings.flatMap(({ sk }) => (String(sk).startsWith(prefix) ? [String(sk).slice(prefix.length)] : []));
  return [
    leadPartition(firm),
    consultationPartition(firm),
    consultationCountPartition(firm),
    holdPartition(firm),
    linkPartition(firm),
    eventPartition(firm),
    eventLogPartition(firm),
    ...idempotencyPartitions(firm),
    ...idsOf(MEMBER_PREFIX).map((id) => dayPartition(firm, id)),
    ...idsOf(SOURCE_PREFIX).map((id) => sourcePartition(firm, id)),
    ...idsOf(WEBHOOK_PREFIX).map((id) => webhookDeliveryPartition(firm, id)),
  ];
};

const page = (items: Item[]): ScanPage => ({ items, scanned: items.length });

const keysIn = async (table: Table, pk: string): Promise<Item[]> => {
  const keys: Item[] = [];
  for await (const items of walkPartition(table, { pk, attributes: ["pk", "sk"] })) keys.push(...items);
  return keys;
};
