import * as z from "zod/mini";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { email, line, nonBlankText, requiredText, timeZone } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";
import { officeHours, windowFields } from "./office-hours.contract.ts";
import {
  newTimeOff,
  type StoredTimeOff,
  storedTimeOff,
  timeOff,
  timeOffResource,
  timesOff,
} from "./time-off.contract.ts";

const text = asStored(() => z.string());
const flag = asStored(() => z.boolean());

/** A member. A new field needs only its row. */
export const memberFields = recordFields({
  id: {
    attribute: "id",
    ...asStored(() => z.uuid()),
    ...(HAS_PROSE && { description: "UUIDv7; sorts by creation.", example: EXAMPLE_IDS.attorney }),
  },
  name: {
    attribute: "name",
    ...text,
    created: () => requiredText(LIMITS.nameCharacters),
    changed: () => nonBlankText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "A name for people.", example: "Ruth Bader" }),
  },
  email: {
    attribute: "email",
    ...text,
    created: () => z._default(email(), ""),
    changed: email,
    initial: "",
    ...(HAS_PROSE && {
      description: "An email address in lower case; empty for none.",
      example: "ruth@example.com",
    }),
  },
  role: {
    attribute: "role",
    ...text,
    created: () => z._default(line(LIMITS.roleCharacters), ""),
    changed: () => line(LIMITS.roleCharacters),
    initial: "",
    ...(HAS_PROSE && { description: "The member's role, for people.", example: "Attorney" }),
  },
  schedulable: {
    attribute: "schedulable",
    ...flag,
    created: () => z._default(z.boolean(), false),
    changed: () => z.boolean(),
    initial: false,
    ...(HAS_PROSE && { description: "Whether the member can be booked.", example: true }),
  },
  active: {
    attribute: "active",
    ...flag,
    created: () => z._default(z.boolean(), true),
    changed: () => z.boolean(),
    initial: true,
    ...(HAS_PROSE && {
      description:
        "Whether the member works at the firm; an inactive one can be neither assigned nor booked.",
      example: true,
    }),
  },
  time_zone: {
    attribute: "timeZone",
    ...text,
    created: () => z.optional(timeZone()),
    changed: timeZone,
    ...(HAS_PROSE && { description: "An IANA time zone.", example: "America/New_York" }),
  },
  office_hours: {
    attribute: "officeHours",
    ...listOfRecords(windowFields),
    created: () => z._default(officeHours(), []),
    changed: officeHours,
    initial: [],
    ...(HAS_PROSE && {
      description: "Weekly windows in the member's own time zone; they may touch, and not overlap.",
    }),
  },
  time_off: {
    attribute: "timeOff",
    stored: () => z.array(storedTimeOff()),
    shown: () => z.array(timeOff()),
    show: (entries: readonly StoredTimeOff[]) => entries.map(timeOffResource),
    created: () => z._default(timesOff(), []),
    changed: timesOff,
    taken: (entries: z.output<ReturnType<typeof timesOff>>) => entries.map(newTimeOff),
    initial: [],
    ...(HAS_PROSE && {
      description: "Absences: whole days in the member's time zone, or from one instant to another.",
      example: [{ start_date: "2026-12-28", end_date: "2026-12-31", reason: "Vacation" }],
    }),
  },
  booking_rules: {
    attribute: "bookingRules",
    ...bookingRules,
    created: () => z._default(bookingRules.changed(), {}),
    ...(HAS_PROSE && {
      description: "When and how often consultations can be booked. A null rule of a member is the firm's.",
      example: { min_notice_min: null, max_advance_days: null, buffer_min: 30, max_per_day: null },
    }),
  },
  created_at: {
    shown: instant,
    ...(HAS_PROSE && { description: "When the record was created.", example: "2026-11-02T15:00:00.000Z" }),
  },
  version: {
    attribute: "version",
    ...asStored(() => z.int()),
    initial: 1,
    ...(HAS_PROSE && { description: "Increases with every change; `If-Match` names it.", example: 2 }),
  },
  /** The oldest version of the firm's settings that the check of a booking may use. */
  min_settings_version: { attribute: "minSettingsVersion", stored: () => z.number(), initial: 0 },
});
