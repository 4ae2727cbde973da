import { invalidRequest } from "../api/app-error.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { newLead } from "../leads/lead-changes.rules.ts";
import { type DeduplicationEntry, isRepetition, nextEntry } from "./deduplication.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { type InboundLead, mergedLead } from "./inbound-lead.rules.ts";

/** The lead that earlier deliveries wrote, and what they wrote. */
export type ExistingLead = { readonly entry: DeduplicationEntry; readonly lead: Lead };

type Context = {
  readonly settings: FirmSettings;
  readonly receipt: Pick<InboundReceipt, "id" | "replayOf">;
  /** Null when the delivery is the first of its lead. */
  readonly existing: ExistingLead | null;
  /** The id of a lead that the delivery creates. */
  readonly newId: string;
  readonly nowMilliseconds: number;
};

/** What a valid delivery comes to. */
export type DeliveryDecision = {
  readonly outcome: "created" | "updated" | "duplicate" | "ignored";
  readonly leadId: string;
  /** The lead to write; null when no field differs. */
  readonly lead: Lead | null;
  /** What the deduplication records say from now on; null when they stay. */
  readonly entry: DeduplicationEntry | null;
};

/**
 * Creates a lead or changes the existing one, of which a delivery's values win unless blank. A repetition changes nothing,
 * so that edits of the firm stay. What arrives for a lead whose personal data were erased is ignored.
 * @throws AppError when the delivery is to be rejected
 */
export const decideDelivery = async (inbound: InboundLead, context: Context): Promise<DeliveryDecision> => {
  const { settings, receipt, existing, nowMilliseconds } = context;
  const { fieldsHash } = inbound;
  if (existing === null) {
    const lead = await createdLead(inbound, context);
    return {
      outcome: "created",
      leadId: lead.id,
      lead,
      entry: nextEntry(null, lead.id, { receipt, fieldsHash }),
    };
  }
  const { lead, entry } = existing;
  const unchanged = { leadId: lead.id, lead: null, entry: null };
  if (lead.erasure !== undefined) return { ...unchanged, outcome: "ignored" };
  if (isRepetition(entry, { receipt, fieldsHash })) return { ...unchanged, outcome: "duplicate" };
  const changed = await mergedLead(lead, inbound, settings, new Date(nowMilliseconds).toISOString());
  return {
    outcome: changed ? "updated" : "duplicate",
    leadId: lead.id,
    lead: changed,
    entry: nextEntry(entry, lead.id, { receipt, fieldsHash }),
  };
};

const createdLead = ({ newLead: body }: InboundLead, { settings, newId, nowMilliseconds }: Context) => {
  if ("missing" in body) throw invalidRequest(body.missing);
  return newLead(body, settings, { id: newId, nowMilliseconds });
};
