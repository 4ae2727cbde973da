import * as z from "zod/mini";
import type { EventRows } from "../api/event-rows.ts";
import { busyTime } from "../scheduling/busy-time.contract.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";

/** The lead of a reminder, so that a receiver can write to the client without another call. */
const remindedLead = () =>
  z.object({
    id: z.uuid(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  });

/** The events of consultations. A new type needs only its row, and the rule that emits it. */
export const CONSULTATION_EVENTS = {
  "consultation.booked": {
    ...(HAS_PROSE && { occasion: "A consultation was booked, by the firm or by a client's link." }),
  },
  "consultation.rescheduled": {
    ...(HAS_PROSE && {
      occasion: "A consultation got another time, duration, attorney or time zone.",
      sets: { status: "rescheduled", start_at: "2026-11-10T15:00:00.000Z" },
    }),
  },
  "consultation.canceled": {
    ...(HAS_PROSE && {
      occasion: "A consultation was canceled. Its slot is free.",
      sets: { status: "canceled" },
    }),
  },
  "consultation.completed": {
    ...(HAS_PROSE && {
      occasion: "A consultation took place.",
      sets: { status: "completed", outcome: "Retained" },
    }),
  },
  "consultation.no_show": {
    ...(HAS_PROSE && {
      occasion: "The lead did not come to a consultation.",
      sets: { status: "no-show" },
    }),
  },
  "consultation.updated": {
    ...(HAS_PROSE && {
      occasion:
        "The payment or location of a consultation changed, it was restored, or a merge moved it to another lead. After an erasure the values are empty: erase your copies.",
      sets: { paid: true },
    }),
  },
  "consultation.archived": {
    ...(HAS_PROSE && { occasion: "A consultation was archived.", sets: { archived: true } }),
  },
  "consultation.reminder_due": {
    beside: {
      minutes_before: {
        shown: () => z.int(),
        ...(HAS_PROSE && {
          description: "Only in `consultation.reminder_due`: minutes from the reminder to the start.",
          example: 1_440,
        }),
      },
      lead: {
        shown: remindedLead,
        ...(HAS_PROSE && {
          description:
            "Only in `consultation.reminder_due`: the lead to remind, as it was when the event was created. Blank if the lead was erased.",
          example: {
            id: EXAMPLE_IDS.lead,
            first_name: "Dana",
            last_name: "Doe",
            email: "dana@example.com",
            phone: "+12125550187",
          },
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "It is time to [remind](#description/remind-clients) the client, `minutes_before` the start. `lead` has the client's contact.",
      sets: {},
      actor: { type: "system", id: null },
    }),
  },
  "consultation.busy_overlap": {
    beside: {
      busy: {
        shown: busyTime,
        ...(HAS_PROSE && {
          description: "Only in `consultation.busy_overlap`: the busy time that overlaps the consultation.",
          example: {
            calendar: "court",
            start_at: "2026-11-09T15:00:00.000Z",
            end_at: "2026-11-09T17:30:00.000Z",
          },
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "A [calendar](#description/busy-times-of-other-calendars) of the attorney has a new busy time, `busy`, that overlaps the consultation. The consultation stays.",
      sets: {},
    }),
  },
} as const satisfies EventRows;

export type ConsultationEventType = keyof typeof CONSULTATION_EVENTS;
