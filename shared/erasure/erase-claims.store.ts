import { ERASED_PAYLOAD_HASH } from "../api/idempotency-store.ts";
import { ENDPOINTS } from "../endpoints.ts";
import type { FirmId } from "../table/firm-id.ts";
import { idempotencyPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { walkPartition } from "../table/walk-items.ts";

type Options = { readonly recordIds: ReadonlySet<string>; readonly dryRun: boolean };

/**
 * Erases the hashes of the bodies that created these records with an idempotency key. A repeat is then refused.
 * @returns the number of idempotency records
 */
export const eraseClaims = async (
  table: Table,
  firm: FirmId,
  { recordIds, dryRun }: Options,
): Promise<number> => {
  let count = 0;
  for await (const items of walkClaims(table, firm)) {
    const claims = items.filter(
      ({ recordId, payloadHash }) => recordIds.has(String(recordId)) && payloadHash !== ERASED_PAYLOAD_HASH,
    );
    count += claims.length;
    if (!dryRun) for (const { pk, sk } of claims) await eraseHash(table, { pk, sk });
  }
  return count;
};

export const idempotencyPartitions = (firm: FirmId): string[] =>
  ENDPOINTS.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey).map(({ name }) =>
    idempotencyPartition(firm, name),
  );

async function* walkClaims(table: Table, firm: FirmId) {
  const attributes = ["pk", "sk", "recordId", "payloadHash"];
  for (const pk of idempotencyPartitions(firm)) yield* walkPartition(table, { pk, attributes });
}

const eraseHash = (table: Table, Key: { readonly pk: unknown; readonly sk: unknown }) =>
  updateItem(table, {
    Key,
    UpdateExpression: "SET payloadHash = :erased",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":erased": ERASED_PAYLOAD_HASH },
  });
