import * as z from "zod/mini";
import { erasureItem } from "../api/change.ts";
import { amount } from "../schema/amount.ts";
import { createdAtField, idField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import {
  customData,
  customDataInput,
  requiredText,
  textOrNull,
  timeZone,
  uuid,
  wholeNumber,
} from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, erasableFields, laterText } from "../schema/record-fields.ts";
import { instant, instantInput } from "../schema/time.ts";

/** `shared/consultations/consultation.rules.ts` defines what each status means. */
export const CONSULTATION_STATUS_NAMES = [
  "scheduled",
  "rescheduled",
  "canceled",
  "completed",
  "no-show",
] as const;

const location = () => textOrNull(LIMITS.locationCharacters);

const duration = () => wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum);

/** A consultation. A new field needs only its row. */
export const consultationFields = erasableFields({
  id: { ...idField(), isPersonal: false, ...(HAS_PROSE && { example: EXAMPLE_IDS.consultation }) },
  lead_id: {
    attribute: "leadId",
    ...asStored(() => z.uuid()),
    created: uuid,
    isPersonal: false,
    ...(HAS_PROSE && { description: "The id of the lead.", example: EXAMPLE_IDS.lead }),
  },
  attorney_id: {
    attribute: "attorneyId",
    ...asStored(() => z.uuid()),
    // The firm's consultation types decide who may omit it, and which other fields.
    created: () => z.optional(uuid()),
    changed: uuid,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The attorney, an active and schedulable member of the firm.",
      example: EXAMPLE_IDS.attorney,
    }),
  },
  type: {
    attribute: "type",
    ...asStored(() => z.string()),
    created: () => requiredText(LIMITS.consultationTypeCharacters),
    initial: "",
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "The kind of meeting, in the firm's own words.",
      example: "Initial consultation",
    }),
  },
  status: {
    attribute: "status",
    ...asStored(() => z.enum(CONSULTATION_STATUS_NAMES)),
    initial: "scheduled",
    isPersonal: false,
    ...(HAS_PROSE && { description: "The status of the consultation.", example: "scheduled" }),
  },
  start_at: {
    attribute: "startAt",
    stored: () => z.string(),
    shown: instant,
    created: instantInput,
    changed: instantInput,
    isPersonal: false,
    ...(HAS_PROSE && { description: "When the consultation starts.", example: "2026-11-09T15:00:00.000Z" }),
  },
  duration_min: {
    attribute: "durationMinutes",
    ...asStored(() => z.int()),
    created: () => z.optional(duration()),
    changed: duration,
    isPersonal: false,
    ...(HAS_PROSE && { description: "The duration in minutes.", example: 60 }),
  },
  // Only for display: office hours follow the attorney's zone.
  time_zone: {
    attribute: "timeZone",
    ...asStored(() => z.string()),
    created: () => z.optional(timeZone()),
    changed: timeZone,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "An IANA time zone, such as `America/New_York`.",
      example: "America/New_York",
    }),
  },
  paid: {
    attribute: "paid",
    ...asStored(() => z.boolean()),
    created: () => z._default(z.boolean(), false),
    isPersonal: false,
    ...(HAS_PROSE && { description: "Whether the consultation is paid.", example: false }),
  },
  amount: {
    attribute: "amount",
    ...asStored(() => z.nullable(z.number())),
    created: () => z.optional(amount()),
    isPersonal: false,
    ...(HAS_PROSE && { description: "The price in `currency`; null when there is none.", example: 150 }),
  },
  currency: {
    attribute: "currency",
    ...laterText,
    isPersonal: false,
    ...(HAS_PROSE && {
      description:
        "The firm's currency when the amount was set, as ISO 4217. Null if there is no amount, or if the firm had no currency.",
      example: "USD",
    }),
  },
  location: {
    attribute: "location",
    ...laterText,
    // The consultation's type or the firm has the one that a booking omits.
    created: () => z.optional(location()),
    changed: location,
    // It may be the client's own address or number.
    isPersonal: true,
    ...(HAS_PROSE && {
      description:
        "Where the consultation takes place, such as a room, a phone number or a video link; null when not set.",
      example: "1 Main Street, New York, room 5",
    }),
  },
  outcome: {
    attribute: "outcome",
    ...asStored(() => z.nullable(z.string())),
    initial: null,
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "The result of the meeting; null if none was recorded.",
      example: null,
    }),
  },
  archived: {
    attribute: "archived",
    ...asStored(() => z.boolean()),
    initial: false,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "Whether the record is hidden from lists without `archived=true`.",
      example: false,
    }),
  },
  created_at: { ...createdAtField(), isPersonal: false },
  data: {
    attribute: "data",
    ...asStored(customData),
    created: () => z._default(customDataInput(), {}),
    initial: {},
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "Values of the firm's `consultation_fields`, by field key.",
      example: {},
    }),
  },
  /** Minutes from each pending reminder to the start, the next reminder first; absent when none is pending. */
  reminder_minutes: {
    attribute: "reminderMinutes",
    stored: () => z.optional(z.array(z.number())),
    isPersonal: false,
  },
  /** The ISO-8601 UTC instant of the cancellation; absent unless canceled, and of what was canceled before the field. */
  canceled_at: {
    attribute: "canceledAt",
    stored: () => z.optional(z.string()),
    isPersonal: false,
  },
  /** The number of moves by clients with links; absent for none. */
  client_moves: { attribute: "clientMoves", stored: () => z.optional(z.number()), isPersonal: false },
  /** The number of the stored state, from 1. Events carry it as `sequence`. */
  revision: { attribute: "revision", stored: () => z.number(), initial: 1, isPersonal: false },
  /** The id of the change that stored this state; absent until it is stored. The next change has a later one. */
  change_id: { attribute: "changeId", stored: () => z.optional(z.string()), isPersonal: false },
  /** Absent unless the operator erased the lead's personal data. Nothing writes any afterwards. */
  erasure: { attribute: "erasure", stored: erasureItem, isPersonal: false },
});
