import { LIMITS } from "../api/schema/limits.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";

/** The lead of earlier deliveries with the same id, and which of them wrote it. */
export type DeduplicationEntry = {
  readonly leadId: string;
  /** Hash of the mapped fields that were written last; null when unknown. */
  readonly fieldsHash: string | null;
  /** The hashes before it, newest first. */
  readonly earlierHashes: readonly string[];
  /** The delivery that was written last, of a replay the one that it replays; null when unknown. */
  readonly deliveryId: string | null;
};

/** What a delivery would write. */
type Written = {
  readonly receipt: Pick<InboundReceipt, "id" | "replayOf">;
  readonly fieldsHash: string;
};

/** A replay counts as the delivery that it replays. */
const originalId = ({ id, replayOf }: Written["receipt"]) => replayOf ?? id;

/**
 * Whether a delivery must not change the lead: it has the fields that were written last, or it is late. A late one has
 * fields that were written earlier, as a sender's retry has, or replays a delivery that is older than the last one.
 */
export const isRepetition = (
  { fieldsHash: last, earlierHashes, deliveryId }: DeduplicationEntry,
  { receipt, fieldsHash }: Written,
): boolean => {
  if (fieldsHash === last) return true;
  if (receipt.replayOf === null || deliveryId === null) return earlierHashes.includes(fieldsHash);
  if (originalId(receipt) === deliveryId) return false;
  return originalId(receipt) < deliveryId || earlierHashes.includes(fieldsHash);
};

const UNKNOWN = { fieldsHash: null, earlierHashes: [], deliveryId: null };

/**
 * What is known of a delivery's lead; null if there is none. The first record decides. Without it, the lead is known by
 * another one, or is the one of the replayed delivery.
 */
export const knownEntry = (
  [entry, other]: readonly (DeduplicationEntry | null)[],
  priorLeadId: string | null,
): DeduplicationEntry | null => {
  const leadId = other?.leadId ?? priorLeadId;
  return entry ?? (leadId === null ? null : { ...UNKNOWN, leadId });
};

/** The entry after a delivery changed the lead. */
export const nextEntry = (
  before: DeduplicationEntry | null,
  leadId: string,
  { receipt, fieldsHash }: Written,
): DeduplicationEntry & { readonly fieldsHash: string } => {
  const known = before === null ? [] : [before.fieldsHash ?? [], before.earlierHashes].flat();
  return {
    leadId,
    fieldsHash,
    earlierHashes: known.filter((each) => each !== fieldsHash).slice(0, LIMITS.rememberedDeliveries - 1),
    deliveryId: originalId(receipt),
  };
};
