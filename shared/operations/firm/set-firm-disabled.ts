import type { FirmId } from "../../domain/firm/firm-id.ts";
import { resumeDeliveries } from "../../domain/webhooks/circuit-breaker.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { firmStateStore } from "../../storage/firm/firm-state.ts";
import { walkKeyHashes } from "../../storage/keys/firm-key-hashes.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly nowMilliseconds: number;
  /** Called after each key. */
  readonly onKey?: (count: number) => void;
};

/**
 * Disables a firm, then each of its API and ingestion keys. From the first write on the firm gets no new key, so the walk
 * over its keys finds them all. Repeating it finishes what an earlier run left.
 * @returns the number of keys
 */
export const disableFirm = async (
  table: Table,
  { firmId, nowMilliseconds, onKey }: Request,
): Promise<number> => {
  await firmStateStore(table).disable(firmId, new Date(nowMilliseconds).toISOString());
  return setKeys(table, { firmId, disabled: true, onKey });
};

/**
 * Enables a firm, then its keys, which are then as enabled as the firm left them, and releases the webhook deliveries that
 * waited. Repeating it finishes what an earlier run left.
 * @returns the number of keys
 */
export const enableFirm = async (
  table: Table,
  { firmId, nowMilliseconds, onKey }: Request,
): Promise<number> => {
  await firmStateStore(table).enable(firmId);
  const count = await setKeys(table, { firmId, disabled: false, onKey });
  for (const webhook of await webhookStore(table).all(firmId)) {
    await resume(table, { firmId, webhook, nowMilliseconds });
  }
  return count;
};

type KeyWalk = Pick<Request, "firmId" | "onKey"> & { readonly disabled: boolean };

/** One transaction for each key: one that is in use conflicts with nothing but itself. */
const setKeys = async (table: Table, { firmId, disabled, onKey }: KeyWalk): Promise<number> => {
  let count = 0;
  for await (const sha256 of walkKeyHashes(table, firmId)) {
    const outcome = await firmStateStore(table).setOfKey(firmId, sha256, disabled);
    if (outcome === "overtaken") throw new Error("Another command has changed the firm's state meanwhile.");
    if (outcome === "gone") continue;
    count += 1;
    onKey?.(count);
  }
  return count;
};

type Endpoint = { readonly firmId: FirmId; readonly webhook: Webhook; readonly nowMilliseconds: number };

/** Makes the sweep look after the endpoint's deliveries; tries again when its health has changed meanwhile. */
const resume = async (table: Table, { firmId, webhook, nowMilliseconds }: Endpoint): Promise<void> => {
  const change = resumeDeliveries(webhook, nowMilliseconds);
  const { isChanged, stored } = await webhookStore(table).changeHealth(firmId, webhook, change);
  if (!isChanged && stored) await resume(table, { firmId, webhook: stored, nowMilliseconds });
};
