import { createdAt } from "../runtime/record-id.ts";
import { type FirmSettings, isTerminal } from "../settings/firm.rules.ts";
import type { Lead } from "./lead.rules.ts";

type Stages = Pick<FirmSettings, "stages">;

const hasPassed = (instant: string | null, at: string): instant is string =>
  instant !== null && instant <= at;

/** Returns whether the instants of a lead pass without an event. */
export const passesSilently = ({ archived, stage }: Lead, settings: Stages): boolean =>
  archived || isTerminal(settings, stage);

/** Marks the instants of a lead that have passed. They bring no event any more. */
export const withPassedInstants = (lead: Lead, at: string): Lead => ({
  ...lead,
  ...(lead.contactDue === undefined && hasPassed(lead.nextContactAt, at) && { contactDue: "passed" }),
  ...(hasPassed(lead.respondBy, at) && { isOverdue: true }),
});

/**
 * Returns a lead after a change by a caller, with the marks that follow from it: an instant that had passed when it was
 * set, or while the lead was archived or in a terminal stage, brings no event.
 */
export const withMarks = (before: Lead, after: Lead, settings: Stages, at: string): Lead => {
  const isSet = after.nextContactAt !== before.nextContactAt;
  const set: Lead = isSet
    ? { ...after, contactDue: hasPassed(after.nextContactAt, at) ? "passed" : undefined }
    : after;
  const marked = passesSilently(before, settings) ? withPassedInstants(set, at) : set;
  const isFinal = marked.respondBy !== null && isTerminal(settings, marked.stage);
  return { ...marked, isFinal: isFinal || undefined };
};

/** Returns an open lead with a new deadline. One that has passed brings no event. */
export const withDeadline = (lead: Lead, respondBy: string | null, at: string): Lead => ({
  ...lead,
  respondBy,
  isOverdue: hasPassed(respondBy, at) || undefined,
});

/** Ends the deadline of a lead, if any: somebody has contacted the person, or booked a consultation. */
export const withoutDeadline = (lead: Lead): Lead => ({
  ...lead,
  respondBy: null,
  isOverdue: undefined,
  isFinal: undefined,
});

/** Returns what a merge changes of the next contact: the earlier one that is ahead remains, if any. */
export const mergedNextContact = (target: Lead, { nextContactAt }: Lead, at: string): Partial<Lead> => {
  if (nextContactAt === null || hasPassed(nextContactAt, at)) return {};
  const own = hasPassed(target.nextContactAt, at) ? null : target.nextContactAt;
  return own !== null && own <= nextContactAt ? {} : { nextContactAt, contactDue: undefined };
};

/** What a lead is due for. */
export type LeadDue = { readonly for: "turn" | "deadline" | "contact"; readonly at: string };

/** Returns what a lead is due for next; null for nothing. */
export const leadDue = (lead: Lead): LeadDue | null => {
  const { id, mergedInto, erasure, turnOwed, respondBy, isOverdue, nextContactAt, contactDue } = lead;
  if (mergedInto !== undefined || erasure !== undefined) return null;
  const all: LeadDue[] = [
    ...(turnOwed ? [{ for: "turn" as const, at: createdAt(id) }] : []),
    ...(respondBy !== null && !isOverdue ? [{ for: "deadline" as const, at: respondBy }] : []),
    ...(nextContactAt !== null && !contactDue ? [{ for: "contact" as const, at: nextContactAt }] : []),
  ];
  return all.reduce<LeadDue | null>((first, each) => (first && first.at <= each.at ? first : each), null);
};

/** Why a lead needs attention: its next contact is due, it awaits its first contact, or both. */
type Attention = "due" | "awaiting" | "both";

/** Returns why a lead needs attention; undefined for no reason. */
export const attentionOf = (lead: Lead): Attention | undefined => {
  const { mergedInto, erasure, nextContactAt, contactDue, respondBy, isFinal } = lead;
  if (mergedInto !== undefined || erasure !== undefined) return undefined;
  const isDue = nextContactAt !== null && contactDue !== undefined;
  const isAwaiting = respondBy !== null && !isFinal;
  if (isDue) return isAwaiting ? "both" : "due";
  return isAwaiting ? "awaiting" : undefined;
};

type AttentionFilter = { readonly due?: true | undefined; readonly awaiting?: true | undefined };

/** Returns the reasons for attention that a filter finds; none without a filter. */
export const attentionsWith = ({ due, awaiting }: AttentionFilter): Attention[] => {
  if (due && awaiting) return ["both"];
  if (due) return ["due", "both"];
  return awaiting ? ["awaiting", "both"] : [];
};
