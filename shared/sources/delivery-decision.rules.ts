import { earlierOf, type Lead } from "../leads/lead.rules.ts";
import { changedLead, newLead } from "../leads/lead-changes.rules.ts";
import type { LeadChanges } from "../leads/lead-fields.contract.ts";
import { normalizePhoneNumber } from "../leads/phone-number.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { createdAt } from "../runtime/record-id.ts";
import { problemOf, rejection } from "../schema/rejection.ts";
import type { Violation } from "../schema/violations.ts";
import { DATA_PREFIX, dataSizeViolations } from "../settings/custom-data.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import {
  type DeduplicationEntry,
  isAdded,
  isEntryChanged,
  isWritten,
  leadText,
  type NextEntry,
  nextEntry,
  nextTargets,
  type Relation,
  relationTo,
  type Targets,
  targetId,
} from "./deduplication.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import type { InboundLead } from "./inbound-lead.rules.ts";
import { withNamedParties } from "./inbound-parties.rules.ts";

/** The lead that earlier deliveries wrote, and their entry. */
export type ExistingLead = { readonly entry: DeduplicationEntry; readonly lead: Lead };

type Context = {
  readonly settings: FirmSettings;
  readonly receipt: Pick<InboundReceipt, "id" | "replayOf">;
  /** Null when the delivery is the first of its lead. */
  readonly existing: ExistingLead | null;
  /** The source's default assignee. If the assignee has left the firm, an unassigned lead is better than none. */
  readonly assignee: Member | null;
  /** The id of a lead that the delivery creates. */
  readonly newId: string;
  readonly nowMilliseconds: number;
};

/** The result of a valid delivery. */
export type DeliveryDecision = {
  readonly outcome: "created" | "updated" | "duplicate" | "ignored";
  readonly leadId: string;
  /** The lead to write; null when no field differs. */
  readonly lead: Lead | null;
  /** The next content of the deduplication records; null when they stay. */
  readonly entry: NextEntry | null;
  /** The violations of the values that the lead goes without, or gets cut. */
  readonly omitted: readonly Violation[];
};

/**
 * Creates a lead, or writes to the existing one the sender's changes since its last delivery, and newly mapped values
 * where the lead has none. A repetition changes nothing, so that the firm's edits stay. Ignores a delivery for a lead
 * whose personal data were erased.
 * @throws AppError when the delivery is to be rejected
 */
export const decideDelivery = async (inbound: InboundLead, context: Context): Promise<DeliveryDecision> => {
  const { receipt, existing } = context;
  const delivery = { ...inbound, receipt };
  if (existing === null) {
    const { parties, omitted } = withNamedParties(null, inbound.parties);
    const lead = { ...(await createdLead(inbound, context)), parties };
    const targets = nextTargets(null, inbound.sent, { lead, written: new Set(inbound.sent.keys()) });
    return {
      outcome: "created",
      leadId: lead.id,
      lead,
      entry: nextEntry(null, { leadId: lead.id, targets }, delivery),
      omitted: [...inbound.omitted.created, ...omitted],
    };
  }
  const { lead, entry } = existing;
  const unchanged = { leadId: lead.id, lead: null, entry: null, omitted: inbound.omitted.existing };
  if (lead.erasure !== undefined) return { ...unchanged, outcome: "ignored" };
  const relation = relationTo(entry, delivery);
  if (relation === "repeats") return { ...unchanged, outcome: "duplicate" };
  return changeLead(inbound, context, { ...existing, relation });
};

const changeLead = async (
  inbound: InboundLead,
  context: Context,
  { lead, entry, relation }: ExistingLead & { readonly relation: Relation },
): Promise<DeliveryDecision> => {
  const written = writtenTargets(inbound, { lead, relation, targets: entry.targets });
  const { parties, omitted } = withNamedParties(lead.parties, addedNames(inbound, entry.targets));
  const changes = { ...changesOf(inbound.changes, written), parties };
  const changed = await mergedLead(lead, changes, context);
  const targets = nextTargets(entry.targets, inbound.sent, { lead: changed ?? lead, written });
  const next = nextEntry(entry, { leadId: lead.id, targets }, { ...inbound, receipt: context.receipt });
  return {
    outcome: changed ? "updated" : "duplicate",
    leadId: lead.id,
    lead: changed,
    entry: changed || isEntryChanged(entry, next) ? next : null,
    omitted: [...inbound.omitted.existing, ...omitted],
  };
};

/**
 * Returns an existing lead after changes; null when no field differs.
 * @throws AppError `invalid_request` when its data would be too large
 */
const mergedLead = async (
  lead: Lead,
  changes: LeadChanges,
  { settings, nowMilliseconds }: Context,
): Promise<Lead | null> => {
  const phone = changes.phone && (await normalizePhoneNumber(changes.phone, settings.defaultCountry));
  const at = new Date(nowMilliseconds).toISOString();
  const changed = changedLead(lead, { ...changes, phone }, settings, at);
  const tooLarge = changed ? dataSizeViolations(changed.data) : [];
  if (tooLarge.length > 0) throw rejection(tooLarge.map((each) => problemOf(each)));
  return changed;
};

type Before = { readonly lead: Lead; readonly relation: Relation; readonly targets: Targets | null };

/** Returns the targets whose values a delivery writes to its existing lead. */
const writtenTargets = (
  { sent, fallbacks, changes: { data = {}, ...texts } }: InboundLead,
  { lead, relation, targets }: Before,
): ReadonlySet<string> => {
  const given = [...Object.keys(texts), ...Object.keys(data).map((key) => DATA_PREFIX + key)];
  return new Set(
    given.filter((target) =>
      isWritten(relation, targets?.get(targetId(target)), {
        current: leadText(lead, target),
        sent: sent.get(target),
        fallback: fallbacks.get(target),
      }),
    ),
  );
};

/** Returns the names of parties at the targets that have others than in the last delivery. */
const addedNames = ({ parties, sent }: InboundLead, targets: Targets | null) =>
  Object.fromEntries(
    Object.entries(parties).filter(([target]) => isAdded(targets?.get(targetId(target)), sent.get(target))),
  );

/** Returns the changes at these targets. */
const changesOf = ({ data = {}, ...texts }: LeadChanges, written: ReadonlySet<string>): LeadChanges => {
  const only = <Value>(values: Readonly<Record<string, Value>>, prefix = "") =>
    Object.fromEntries(Object.entries(values).filter(([name]) => written.has(prefix + name)));
  return { ...only(texts), data: only(data, DATA_PREFIX) };
};

const createdLead = (
  { newLead: body }: InboundLead,
  { settings, assignee, receipt, newId, nowMilliseconds }: Context,
) => {
  if ("missing" in body) throw rejection(body.missing);
  // A replay has the receipt of its original.
  const receivedAt = () => createdAt(receipt.replayOf ?? receipt.id);
  const captured_at = body.captured_at && (earlierOf(body.captured_at, receivedAt()) ?? undefined);
  const assigned = { ...body, captured_at, assignee_id: assignee?.active ? assignee.id : null };
  return newLead(assigned, settings, { id: newId, nowMilliseconds });
};
