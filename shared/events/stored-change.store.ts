import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import * as z from "zod/mini";
import { type Activity, activityEventTypes, activityResource } from "../activities/activity.rules.ts";
import { activityRecord } from "../activities/activity.store.ts";
import { newlyAnnounced } from "../calendars/busy-calendar.rules.ts";
import { parseCalendars, parseOverlaps } from "../calendars/busy-calendar.store.ts";
import { type Consultation, consultationResource } from "../consultations/consultation.rules.ts";
import { consultationRecord, parseConsultation } from "../consultations/consultation.store.ts";
import { consultationEventType } from "../consultations/consultation-event.rules.ts";
import { type Lead, leadInEvents } from "../leads/lead.rules.ts";
import { leadRecord, parseLead } from "../leads/lead.store.ts";
import { leadEventTypes, mergedFrom, missedDeadline } from "../leads/lead-event.rules.ts";
import { newContact, sharedContacts } from "../leads/leads-by-contact.rules.ts";
import { duplicatesOf } from "../leads/leads-by-contact.store.ts";
import { busyTimeResource } from "../scheduling/busy-time.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { parseRejection } from "../sources/inbound-delivery.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  type EventSourceKind,
  parseAttorneyCalendarsKey,
  parseConflictEntryKey,
  parseEventSourceKey,
} from "../table/parse-record-keys.ts";
import { NO_RECORD, type QueryRef, type RecordRef, type Values } from "../table/read-records.ts";
import type { Item } from "../table/record-keys.ts";
import { changeEvents, remindedLead } from "./change-event.rules.ts";
import {
  type ConflictReads,
  conflictBeside,
  conflictReads,
  NO_CONFLICT_READS,
} from "./conflict-event.store.ts";
import { actor, type EventResource } from "./event.contract.ts";

const changedItem = () =>
  z.object({
    pk: z.string(),
    sk: z.string(),
    changeId: z.string(),
    actor: actor(),
    requestId: z.nullable(z.string()),
  });
const previousItem = z.object({ changeId: z.optional(z.string()) });

/** A change of a record that emits events. */
export type StoredChange = {
  readonly firmId: FirmId;
  readonly changeId: string;
  /** The request that made it; null for none. */
  readonly requestId: string | null;
  readonly reads: EventReads;
  readonly eventsWith: (read: EventContext) => EventResource[];
};

/** The reads for events beside the record. */
type EventReads = ConflictReads & {
  /** The other leads with a new email or phone of the changed lead. */
  readonly duplicates: QueryRef<readonly Lead[]>;
  /** The activity of a lead that was added. */
  readonly activity: RecordRef<Activity | null>;
  /** The lead of a reminder. */
  readonly reminded: RecordRef<Lead | null>;
  /** The consultations that a calendar newly overlaps. */
  readonly overlapped: readonly RecordRef<Consultation | null>[];
};

type EventContext = Values<EventReads> & { readonly settings: FirmSettings };

const NO_READS: EventReads = {
  ...NO_CONFLICT_READS,
  duplicates: { query: async () => [] },
  activity: NO_RECORD,
  reminded: NO_RECORD,
  overlapped: [],
};

/**
 * Reads one record of the table's stream; null for a write that emits no events.
 * @throws when the record is malformed, and so can never be published
 */
export const parseStoredChange = ({ dynamodb }: DynamoDBRecord): StoredChange | null => {
  const [before, after] = [imageItem(dynamodb?.OldImage), imageItem(dynamodb?.NewImage)];
  if (after?.changeId === undefined || after.changeId === previousChangeId(before)) return null;
  const changed = changedItem().parse(after);
  // Only those who index the register need its changes.
  if (parseConflictEntryKey(changed) !== null) return null;
  const source = parseEventSourceKey(changed);
  if (source === null) throw new Error("A record that emits no events carries a changeId.");
  const { reads, changesWith } = CHANGES[source.kind](source.firmId, before, after);
  const { changeId, actor: changedBy, requestId } = changed;
  return {
    firmId: source.firmId,
    changeId,
    requestId,
    reads,
    eventsWith: (read) =>
      changesWith(read).flatMap((each) => changeEvents({ changeId, actor: changedBy, ...each })),
  };
};

type ResourceChange = Omit<Parameters<typeof changeEvents>[0], "changeId" | "actor">;

type ChangeParser = (
  firm: FirmId,
  before: Item | null,
  after: Item,
) => Pick<StoredChange, "reads"> & { readonly changesWith: (read: EventContext) => ResourceChange[] };

const leadChange: ChangeParser = (firm, before, after) => {
  const [lead, previous] = [parseLead(after), before && parseLead(before)];
  const types = leadEventTypes(previous, lead);
  const activityTypes = activityEventTypes(previous, lead);
  return {
    reads: {
      ...NO_READS,
      ...conflictReads(firm, lead, types),
      duplicates: duplicatesOf(firm, lead, newContact(previous, lead)),
      ...(activityTypes.length > 0 && {
        activity: activityRecord(firm, lead.id, String(lead.lastActivityId)),
      }),
    },
    changesWith: ({ settings, duplicates, activity, ...read }) => [
      {
        types: [
          ...types,
          ...activityTypes,
          ...(duplicates.length > 0 ? (["lead.duplicate_found"] as const) : []),
        ],
        sequence: lead.revision,
        before: isErasure(previous, lead) ? null : previous && leadInEvents(previous, settings),
        after: leadInEvents(lead, settings),
        beside: {
          // The publisher finds none of a firm that is being erased.
          ...(activity && { "lead.activity_added": { activity: activityResource(activity) } }),
          "lead.merged": { merged_from: mergedFrom(previous, lead) },
          "lead.response_overdue": missedDeadline(previous, lead),
          "lead.conflict_checked": conflictBeside(read),
          "lead.conflict_decided": conflictBeside(read),
          "lead.conflict_lapsed": conflictBeside(read),
          "lead.duplicate_found": {
            duplicates: duplicates.map((other) => ({
              lead_id: other.id,
              matches: sharedContacts(lead, other),
            })),
          },
        },
      },
    ],
  };
};

const consultationChange: ChangeParser = (firm, before, after) => {
  const [consultation, previous] = [parseConsultation(after), before && parseConsultation(before)];
  const { leadId } = consultation;
  const type = consultationEventType(previous, consultation);
  return {
    reads:
      type === "consultation.reminder_due" ? { ...NO_READS, reminded: leadRecord(firm, leadId) } : NO_READS,
    changesWith: ({ reminded }) => [
      {
        types: [type],
        sequence: consultation.revision,
        before: isErasure(previous, consultation) ? null : previous && consultationResource(previous),
        after: consultationResource(consultation),
        beside: {
          "consultation.reminder_due": {
            minutes_before: previous?.reminderMinutes?.[0],
            lead: remindedLead(leadId, reminded),
          },
        },
      },
    ],
  };
};

/** Shows each consultation as it is now, and none of a firm that is being erased. */
const overlapChange: ChangeParser = (firm, _before, after) => {
  const overlaps = parseOverlaps(after);
  return {
    reads: {
      ...NO_READS,
      overlapped: overlaps.map(({ consultationId }) => consultationRecord(firm, consultationId)),
    },
    changesWith: ({ overlapped }) =>
      overlaps.flatMap((overlap, index) => {
        const consultation = overlapped[index];
        if (!consultation) return [];
        return [
          {
            types: ["consultation.busy_overlap"],
            sequence: consultation.revision,
            recordId: consultation.id,
            before: null,
            after: consultationResource(consultation),
            beside: { "consultation.busy_overlap": { busy: busyTimeResource(overlap) } },
          },
        ];
      }),
  };
};

/** Emits an event for each calendar that the sweep found stale. */
const calendarsChange: ChangeParser = (_firm, before, after) => {
  const attorneyId = parseAttorneyCalendarsKey(changedItem().parse(after))?.attorneyId ?? "";
  const { version, calendars } = parseCalendars(after);
  return {
    reads: NO_READS,
    changesWith: () =>
      newlyAnnounced(parseCalendars(before).calendars, calendars).map(({ calendar, asOf, staleAt }) => ({
        types: ["calendar.stale"],
        sequence: version,
        recordId: calendar,
        before: null,
        after: { attorney_id: attorneyId, calendar, as_of: asOf, stale_at: staleAt },
      })),
  };
};

/** Emits the event of a new delivery that was rejected. Nothing that happens to it later is an event. */
const rejection: ChangeParser = (_firm, _before, after) => {
  const rejected = parseRejection(after);
  return {
    reads: NO_READS,
    changesWith: () => [{ types: ["delivery.rejected"], sequence: 1, before: null, after: rejected }],
  };
};

type Erasable = Pick<Lead, "erasure">;

/** Returns whether a change is an erasure. Its event must not contain the erased values. */
const isErasure = (before: Erasable | null, after: Erasable) =>
  before !== null && before.erasure === undefined && after.erasure !== undefined;

/** Parsers for each kind of record that emits events. */
const CHANGES: Record<EventSourceKind, ChangeParser> = {
  LEAD: leadChange,
  CONSULTATION: consultationChange,
  BUSYOVERLAP: overlapChange,
  CALENDARS: calendarsChange,
  SOURCE: rejection,
};

// The SDK and aws-lambda declare different types for the same attribute values.
const imageItem = (image: unknown): Item | null =>
  image === undefined ? null : unmarshall(image as Parameters<typeof unmarshall>[0]);

const previousChangeId = (before: Item | null) => previousItem.parse(before ?? {}).changeId;
