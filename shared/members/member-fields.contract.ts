import * as z from "zod/mini";
import { ACCESS } from "../api/access.ts";
import { createdAtField, idField, nameField, versionField } from "../schema/common-fields.ts";
import { email } from "../schema/contact-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choice, line, timeZone } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields, withDefault } from "../schema/record-fields.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";
import { dateHours, dateHoursFields, officeHours, windowFields } from "./office-hours.contract.ts";
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
const dateHoursOfMember = listOfRecords(dateHoursFields);

/** A member. A new field needs only its row. */
export const memberFields = recordFields({
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.attorney }) },
  name: { ...nameField(), ...(HAS_PROSE && { example: "Ruth Bader" }) },
  email: {
    attribute: "email",
    ...text,
    ...withDefault(email, ""),
    ...(HAS_PROSE && {
      description: "An email address in lower case; empty when there is none.",
      example: "ruth@example.com",
    }),
  },
  role: {
    attribute: "role",
    ...text,
    ...withDefault(() => line(LIMITS.roleCharacters), ""),
    ...(HAS_PROSE && { description: "The member's role, for people.", example: "Attorney" }),
  },
  schedulable: {
    attribute: "schedulable",
    ...flag,
    ...withDefault(() => z.boolean(), false),
    ...(HAS_PROSE && { description: "Whether the member can be booked.", example: true }),
  },
  active: {
    attribute: "active",
    ...flag,
    ...withDefault(() => z.boolean(), true),
    ...(HAS_PROSE && {
      description:
        "Whether the member works at the firm. An inactive member can be neither assigned nor booked.",
      example: true,
    }),
  },
  access: {
    attribute: "access",
    stored: () => z._default(z.nullable(z.enum(ACCESS)), null),
    shown: () => z.nullable(z.enum(ACCESS)),
    ...withDefault(() => z.nullable(choice(ACCESS)), null),
    ...(HAS_PROSE && {
      description:
        "What the member may do after signing in: `read`, `work` (also change leads and consultations) or `manage` (everything); null if the member cannot sign in.",
      example: "work",
    }),
  },
  time_zone: {
    attribute: "timeZone",
    ...text,
    created: () => z.optional(timeZone()),
    changed: timeZone,
    ...(HAS_PROSE && {
      description: "An IANA time zone, such as `America/New_York`.",
      example: "America/New_York",
    }),
  },
  office_hours: {
    attribute: "officeHours",
    ...listOfRecords(windowFields),
    ...withDefault(officeHours, []),
    ...(HAS_PROSE && {
      description: "Weekly windows in the member's own time zone. They may touch but not overlap.",
    }),
  },
  date_hours: {
    attribute: "dateHours",
    ...dateHoursOfMember,
    stored: () => z._default(dateHoursOfMember.stored(), []),
    ...withDefault(dateHours, []),
    ...(HAS_PROSE && {
      description:
        "Office hours of single dates in the member's own time zone. They replace the weekly ones on that date. A date may be named once, and must not be past.",
    }),
  },
  time_off: {
    attribute: "timeOff",
    stored: () => z.array(storedTimeOff()),
    shown: () => z.array(timeOff()),
    show: (entries: readonly StoredTimeOff[]) => entries.map(timeOffResource),
    ...withDefault(timesOff, []),
    taken: (entries: z.output<ReturnType<typeof timesOff>>) => entries.map(newTimeOff),
    ...(HAS_PROSE && {
      description:
        "The member's absences: whole days in the member's time zone, or periods between two instants.",
      example: [{ start_date: "2026-12-28", end_date: "2026-12-31", reason: "Vacation" }],
    }),
  },
  booking_rules: {
    attribute: "bookingRules",
    ...bookingRules,
    created: () => z._default(bookingRules.changed(), {}),
    ...(HAS_PROSE && {
      description:
        "Limits on when and how often consultations can be booked. In a member, null means the firm's rule; in the firm, no rule.",
      example: { min_notice_min: null, max_advance_days: null, buffer_min: 30, max_per_day: null },
    }),
  },
  created_at: createdAtField(),
  version: { ...versionField(), ...(HAS_PROSE && { example: 2 }) },
  /** The oldest version of the firm's settings that the check of a booking may use. */
  min_settings_version: { attribute: "minSettingsVersion", stored: () => z.number(), initial: 0 },
});
