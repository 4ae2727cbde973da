import { isDeepStrictEqual } from "node:util";
import { mergedConflict, withLapse } from "../leads/clearance.rules.ts";
import { activityAt, earlierOf, type Lead } from "../leads/lead.rules.ts";
import { mergedNextContact } from "../leads/lead-due.rules.ts";
import { joinedParties } from "../leads/parties.rules.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import { type CustomData, dataSizeViolations } from "../settings/custom-data.rules.ts";

/** Returns the lead that remains, with missing values from the other one, and all leads ever merged into either. */
export const survivingLead = (target: Lead, other: Lead, at: string): Lead => {
  const filled = {
    ...target,
    email: target.email || other.email,
    phone: target.phone || other.phone,
    assigneeId: target.assigneeId ?? other.assigneeId,
    data: filledData(target.data, other.data),
    parties: joinedParties(target.parties, other.parties),
    ...mergedNextContact(target, other, at),
  };
  const firstContactAt = earlierOf(target.firstContactAt, other.firstContactAt);
  const merged = {
    ...filled,
    ...mergedConflict(target, other),
    firstContactAt,
    // No later contact is the survivor's first.
    ...(firstContactAt !== null && { wasContacted: true }),
    ...(!isDeepStrictEqual(filled, target) && { lastActivityAt: activityAt(target, at) }),
    mergedLeadIds: mergedLeadIds(target, other),
    revision: target.revision + 1,
  };
  return withLapse(target, merged, at);
};

/** Returns the other lead afterwards: hidden, with its values. The leads that were merged into it belong to the survivor. */
export const leadMergedInto = (target: Lead, other: Lead): Lead => ({
  ...other,
  archived: true,
  mergedInto: target.id,
  mergedLeadIds: undefined,
  revision: other.revision + 1,
});

/** Returns the new lead, which the event names, before those that were merged into it. */
const mergedLeadIds = (target: Lead, other: Lead) => [
  ...(target.mergedLeadIds ?? []),
  other.id,
  ...(other.mergedLeadIds ?? []),
];

const filledData = (data: CustomData, other: CustomData): CustomData => ({
  ...other,
  ...Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== "" || !Object.hasOwn(other, key)),
  ),
});

type Merge = {
  readonly target: Lead;
  /** Null when the firm has no such lead. */
  readonly other: Lead | null;
  /** The number of the other lead's consultations. */
  readonly consultations: number;
};

/** Returns why a lead cannot be merged; nothing if it was already merged into this target. */
export const mergeViolations = (merge: Merge): Violation[] => {
  const message = refusal(merge);
  return message === null ? [] : [{ field: "from", message }];
};

const refusal = ({ target, other, consultations }: Merge): string | null => {
  if (other === null) return "must be a lead of the firm";
  if (other.id === target.id) return "must be another lead";
  if (other.mergedInto === target.id) return null;
  if (other.mergedInto !== undefined) return `was already merged into lead ${other.mergedInto}`;
  if (other.erasure !== undefined) return "must not be an erased lead";
  if (consultations > LIMITS.mergedConsultations)
    return `has ${consultations} consultations; a merge can move at most ${LIMITS.mergedConsultations}`;
  return excess(target, other);
};

/** Returns what the lead would have too much of. */
const excess = (target: Lead, other: Lead): string | null => {
  if (mergedLeadIds(target, other).length > LIMITS.mergedLeads)
    return `cannot be merged: more than ${LIMITS.mergedLeads} leads would be merged into the lead`;
  if ((joinedParties(target.parties, other.parties)?.length ?? 0) > LIMITS.parties)
    return `has parties that, with those of the lead, are more than ${LIMITS.parties}`;
  return dataSizeViolations(filledData(target.data, other.data)).length > 0
    ? `has data that, with those of the lead, exceed ${LIMITS.dataBytes} bytes`
    : null;
};
