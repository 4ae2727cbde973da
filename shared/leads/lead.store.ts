import { isDeepStrictEqual } from "node:util";
import { type Change, changeAttributes } from "../api/change.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { Write } from "../table/commit.ts";
import { dueAttributes, REMINDER_SHARDS } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listingOf } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { type Item, leadKey } from "../table/record-keys.ts";
import { setFields, updateExpressions } from "../table/update-item.ts";
import { activityAt, type Lead } from "./lead.rules.ts";
import { attentionOf, leadDue, withoutDeadline } from "./lead-due.rules.ts";
import { leadFields } from "./lead-fields.contract.ts";

const IS_ARCHIVED: Item = { [listingOf(false)]: false, [listingOf(true)]: true };

/** @throws ZodError when the item is not a lead */
export const parseLead = (item: Item): Lead =>
  leadFields.item().parse({
    ...item,
    id: item.sk,
    email: item.leadEmail,
    phone: item.leadPhone,
    // An item that is older than the field lacks it.
    capturedAt: item.capturedAt ?? createdAt(String(item.sk)),
    archived: IS_ARCHIVED[String(item.listing)],
  });

/** Omits a blank email, phone or assignee: each is the key of an index, which accepts none. */
const stateToItem = (firm: FirmId, lead: Lead): Item => {
  const { id, archived, assigneeId, email, phone, parties, ...fields } = lead;
  const [due, attention] = [leadDueKey(lead), attentionOf(lead)];
  return {
    ...leadKey(firm, id),
    ...fields,
    ...(assigneeId && { assigneeId }),
    ...(email && { leadEmail: email }),
    ...(phone && { leadPhone: phone }),
    ...(parties && { parties }),
    listing: listingOf(archived),
    ...(attention && { attention }),
    ...due,
  };
};

export const leadToItem = (firm: FirmId, lead: Lead, change: Change): Item => ({
  ...stateToItem(firm, lead),
  ...changeAttributes(lead, change),
});

/** Returns the attributes by which the sweep finds what a lead is due for, if anything. */
const leadDueKey = (lead: Lead): Partial<ReturnType<typeof dueAttributes>> => {
  const due = leadDue(lead);
  return due === null ? {} : dueAttributes(lead.id, Date.parse(due.at), REMINDER_SHARDS);
};

/** Reads a lead of this firm, or null. */
export const leadRecord = (firm: FirmId, id: string): RecordRef<Lead | null> => ({
  key: leadKey(firm, id),
  parse: nullIfMissing(parseLead),
});

/**
 * Writes a new lead, or one that must not have changed since it was read. `revision` is that of the written lead, one
 * more than that of the lead that was read.
 */
export const putLead = (firm: FirmId, lead: Lead, change: Change): Write => {
  const Item = leadToItem(firm, lead, change);
  if (lead.revision === 1) return { New: Item };
  return {
    Put: {
      Item,
      ConditionExpression: "revision = :before",
      ExpressionAttributeValues: { ":before": lead.revision - 1 },
    },
  };
};

/**
 * Ends the deadline of a lead for whom the same commit books a consultation; writes nothing without one. A lead never
 * gets its first deadline after its creation, so one that was read without it has none.
 */
export const deadlineEnding = (firm: FirmId, lead: Lead, change: Change): Write[] => {
  if (lead.respondBy === null) return [];
  const after = { ...withoutDeadline(lead), lastActivityAt: activityAt(lead, change.at) };
  return [putLead(firm, { ...after, revision: lead.revision + 1 }, change)];
};

/** A change by the sweep. */
type SweptLead = {
  readonly before: Lead;
  readonly after: Lead;
  /** Null for a change that callers do not see. It emits no event. */
  readonly change: Change | null;
};

/** Writes the attributes that differ, for half the cost of a transaction. Requires the lead as it was read. */
export const sweptLeadUpdate = (firm: FirmId, { before, after, change }: SweptLead) => {
  const [old, item] = [stateToItem(firm, before), stateToItem(firm, after)];
  const isChanged = (name: string) => !isDeepStrictEqual(old[name], item[name]);
  const isSet = (name: string) => item[name] !== undefined;
  const names = [...new Set([...Object.keys(old), ...Object.keys(item)])].filter(isChanged);
  return {
    Key: leadKey(firm, after.id),
    ...updateExpressions({
      set: setFields({
        ...Object.fromEntries(names.filter(isSet).map((name) => [name, item[name]])),
        ...(change && changeAttributes(before, change)),
      }),
      removed: names.filter((name) => !isSet(name)).map((name) => [name]),
      incremented: [["revision"]],
      when: { revision: before.revision },
    }),
  };
};
