import { AppError } from "../schema/app-error.ts";
import { type FirmSettings, firstOpenStage } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import { cachedIf } from "../table/record-cache.ts";
import { hasUnusedPaths } from "./explain-violations.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { conditionOutcome, receivedBody } from "./inbound-json.rules.ts";
import { type InboundLead, inboundLead } from "./inbound-lead.rules.ts";
import type { Source } from "./source.rules.ts";
import { cachedSourceRecord } from "./source.store.ts";

/** A delivery to judge; the source decides what is kept of it. */
export type DeliveryToJudge = {
  readonly firmId: FirmId;
  readonly sourceId: string;
  readonly receiptFor: (source: Source) => InboundReceipt;
};

/** What a delivery is before its lead is known: values for a lead, no lead by the source's conditions, or refused. */
type Verdict =
  | { readonly lead: InboundLead }
  | { readonly outcome: "ignored" | "test" }
  | { readonly refusal: AppError };

/** A verdict, and by what it was found. */
export type JudgedDelivery = {
  readonly verdict: Verdict;
  readonly receipt: InboundReceipt;
  readonly source: Source;
  readonly settings: FirmSettings;
};

/** Most forms name something that nobody ever defines: these cause a read at most once in this time. */
const SETTINGS_MILLISECONDS = 1_000;

/**
 * Judges a delivery by the source and the firm's settings that this instance knows; by those of the last second where
 * they do not take all that the delivery names, since it may have been defined a moment ago.
 */
export const judgeDelivery = async (delivery: DeliveryToJudge, read: Reader): Promise<JudgedDelivery> => {
  const known = judge(delivery, await read(recordsOf(delivery)));
  if (takesAll(known)) return known;
  const { settings, source } = recordsOf(delivery);
  const isNever = () => false;
  const current = await read({
    settings: cachedIf(settings, isNever, SETTINGS_MILLISECONDS),
    source: cachedIf(source, isNever, SETTINGS_MILLISECONDS),
  });
  return current.settings === known.settings && current.source === known.source
    ? known
    : judge(delivery, current);
};

const recordsOf = ({ firmId, sourceId }: DeliveryToJudge) => ({
  settings: settingsRecord(firmId),
  source: cachedSourceRecord(firmId, sourceId),
});

type Records = { readonly settings: FirmSettings; readonly source: Source | null };

const judge = ({ receiptFor }: DeliveryToJudge, { settings, source }: Records) => {
  if (source === null) throw new Error("The source of an ingestion key is missing.");
  const receipt = receiptFor(source);
  return { receipt, source, settings, ...judgeBody(receipt, { source, settings }) };
};

const judgeBody = (
  receipt: InboundReceipt,
  context: { source: Source; settings: FirmSettings },
): { readonly json: unknown; readonly verdict: Verdict } => {
  try {
    const body = receivedBody(receipt, context.source);
    const outcome = conditionOutcome(body.json, context.source);
    return {
      json: body.json,
      verdict: outcome === null ? { lead: inboundLead(body, context) } : { outcome },
    };
  } catch (refusal) {
    if (!(refusal instanceof AppError)) throw refusal;
    return { json: null, verdict: { refusal } };
  }
};

/** Whether source and settings take everything in a delivery, so that newer ones could not take more. */
const takesAll = ({ json, verdict, source, settings }: ReturnType<typeof judge>): boolean =>
  "lead" in verdict &&
  !("missing" in verdict.lead.newLead) &&
  verdict.lead.omitted.length === 0 &&
  firstOpenStage(settings.stages) !== undefined &&
  !hasUnusedPaths(json, source.mapping, settings.leadFields);
