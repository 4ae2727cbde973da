import { walkKeyHashes } from "../keys/walk-keys.store.ts";
import {
  firmStateRecord,
  markFirmDisabled,
  markFirmEnabled,
  markKey,
  removeFirmLimit,
  removeFirmWindow,
  setFirmLimit,
} from "../settings/firm-state.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { type OnFault, throwFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { resumeDeliveries } from "../webhooks/circuit-breaker.rules.ts";
import type { Webhook } from "../webhooks/webhook.rules.ts";
import { changeHealth, listWebhooks } from "../webhooks/webhook.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly nowMilliseconds: number;
  /** Called after each key. */
  readonly onKey?: (count: number) => void;
  /**
   * Receives the keys, sources, links and webhook endpoints that cannot be read. Without it, the first one ends the
   * walk.
   */
  readonly onFault?: OnFault;
};

/**
 * Disables a firm, then each of its API and ingestion keys. From the first write on the firm gets no new key, so the
 * walk over its keys finds them all. A repeat completes an interrupted run.
 * @returns the number of keys
 */
export const disableFirm = async (table: Table, request: Request): Promise<number> => {
  const { firmId, nowMilliseconds } = request;
  await markFirmDisabled(table, firmId, new Date(nowMilliseconds).toISOString());
  return markKeys(table, request);
};

/**
 * Enables a firm, then its keys, each in the state that the firm left, and releases waiting webhook deliveries. A
 * repeat completes an interrupted run.
 * @returns the number of keys
 */
export const enableFirm = async (table: Table, request: Request): Promise<number> => {
  const { firmId, nowMilliseconds, onFault } = request;
  await markFirmEnabled(table, firmId);
  const count = await markKeys(table, request);
  for (const webhook of await listWebhooks(table, firmId, onFault)) {
    await resume(table, { firmId, webhook, nowMilliseconds });
  }
  return count;
};

type LimitRequest = KeyWalk & { readonly requestsPerMinute: number | null };

/**
 * Limits the requests of all keys of a firm together, or removes the limit. Like `disableFirm`, it marks each key and
 * can be repeated.
 * @returns the number of keys
 */
export const limitFirm = async (
  table: Table,
  { requestsPerMinute, ...walk }: LimitRequest,
): Promise<number> => {
  const { firmId } = walk;
  if (requestsPerMinute !== null) {
    await setFirmLimit(table, firmId, requestsPerMinute);
    return markKeys(table, walk);
  }
  await removeFirmLimit(table, firmId);
  const count = await markKeys(table, walk);
  requireNotOvertaken(await removeFirmWindow(table, firmId));
  return count;
};

type KeyWalk = Pick<Request, "firmId" | "onKey" | "onFault">;

/** Copies the firm's marks to each key, in one transaction for each: a key in use conflicts with nothing but itself. */
const markKeys = async (table: Table, { firmId, onKey, onFault = throwFault }: KeyWalk): Promise<number> => {
  const state = await readRecord(table, firmStateRecord(firmId));
  let count = 0;
  for await (const sha256 of walkKeyHashes(table, firmId, onFault)) {
    const outcome = await markKey(table, firmId, { sha256, state });
    requireNotOvertaken(outcome);
    if (outcome === "gone") continue;
    count += 1;
    onKey?.(count);
  }
  return count;
};

const requireNotOvertaken = (outcome: "done" | "gone" | "overtaken") => {
  if (outcome === "overtaken")
    throw new Error("Another command has changed the state of the firm in the meantime.");
};

type Endpoint = { readonly firmId: FirmId; readonly webhook: Webhook; readonly nowMilliseconds: number };

/** Makes the sweep check the endpoint's deliveries. Tries again when its health has changed meanwhile. */
const resume = async (table: Table, { firmId, webhook, nowMilliseconds }: Endpoint): Promise<void> => {
  const change = resumeDeliveries(webhook, nowMilliseconds);
  const { isChanged, stored } = await changeHealth(table, firmId, webhook, change);
  if (!isChanged && stored) await resume(table, { firmId, webhook: stored, nowMilliseconds });
};
