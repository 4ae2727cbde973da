import { AppError } from "../schema/app-error.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { conditionOutcome, receivedBody } from "./inbound-json.rules.ts";
import { type InboundLead, inboundLead } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";

/** What a delivery is before its lead is known: values for a lead, no lead by the source's conditions, or refused. */
export type Verdict =
  | { readonly lead: InboundLead }
  | { readonly outcome: "ignored" | "test" }
  | { readonly refusal: AppError };

/** Judges a delivery by its source and the firm's settings. */
export const judgeDelivery = (
  receipt: InboundReceipt,
  context: { readonly source: Source; readonly settings: FirmSettings },
): Verdict => {
  try {
    const body = receivedBody(receipt, context.source);
    const outcome = conditionOutcome(body.json, context.source);
    return outcome === null ? { lead: inboundLead(body, context) } : { outcome };
  } catch (refusal) {
    if (refusal instanceof AppError) return { refusal };
    throw refusal;
  }
};
