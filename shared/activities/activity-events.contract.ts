import type { EventRows } from "../api/event-rows.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { activityFields } from "./activity-fields.contract.ts";

const AT = "2026-11-02T15:04:00.000Z";

/** The events of activities, whose record is the lead. */
export const ACTIVITY_EVENTS = {
  "lead.activity_added": {
    beside: {
      activity: {
        shown: activityFields.shown,
        ...(HAS_PROSE && {
          description:
            "Only in `lead.activity_added`: the activity. After an erasure of the lead its `text` is null.",
          example: activityFields.example(),
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "An [activity](#description/activities) was recorded, such as a call or a note. `activity` is the activity.",
      sets: { first_contact_at: AT, last_activity_at: AT },
    }),
  },
  "lead.contacted": {
    ...(HAS_PROSE && {
      occasion:
        "The first contact with a lead was recorded. It comes once for a lead, even if that activity is corrected later, and not for a lead that got its first contact by a merge.",
      sets: { first_contact_at: AT, last_activity_at: AT },
    }),
  },
} as const satisfies EventRows;

export type ActivityEventType = keyof typeof ACTIVITY_EVENTS;
