import * as z from "zod/mini";
import type { EventRows } from "../api/event-rows.ts";
import { CONTACT_FIELDS } from "../schema/contact-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";

const CHECKED_AT = "2026-11-02T15:05:00.000Z";

const conflictIn = (state: string) => ({
  conflict: { state, check_id: EXAMPLE_IDS.conflictCheck, at: CHECKED_AT },
});

/** The fields beside a lead whose state in the conflict gate has changed. */
const BESIDE_CONFLICT = {
  check: {
    shown: () =>
      z.nullable(z.object({ id: z.uuid(), result: z.enum(["no_match", "matches"]), matches: z.int() })),
    ...(HAS_PROSE && {
      description:
        "Only in events of conflicts: the check that was made, was decided on, or has lapsed, with the number of its matches; null if it cannot be read.",
      example: { id: EXAMPLE_IDS.conflictCheck, result: "matches", matches: 1 },
    }),
  },
  consultation_ids: {
    shown: () => z.array(z.uuid()),
    ...(HAS_PROSE && {
      description: "Only in events of conflicts: the lead's open consultations, which stay booked.",
      example: [EXAMPLE_IDS.consultation],
    }),
  },
};

const LATER = { last_activity_at: "2026-11-02T15:20:00.000Z" };

/** The events of leads. A new type needs only its row, and the rule that emits it. */
export const LEAD_EVENTS = {
  "lead.created": {
    ...(HAS_PROSE && { occasion: "A lead was created, by the API or by a source's delivery." }),
  },
  "lead.archived": {
    ...(HAS_PROSE && {
      occasion: "A lead was archived, or merged into another one.",
      sets: { archived: true },
    }),
  },
  "lead.merged": {
    beside: {
      merged_from: {
        shown: () => z.uuid(),
        ...(HAS_PROSE && {
          description: "Only in `lead.merged`: the id of the lead that was merged into the one in `data`.",
          example: EXAMPLE_IDS.otherLead,
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "Another lead was [merged](#description/merge-two-leads) into this lead. `merged_from` is the other lead, which is archived.",
      sets: { assignee_id: EXAMPLE_IDS.attorney, ...LATER },
    }),
  },
  "lead.contact_due": {
    ...(HAS_PROSE && {
      occasion:
        "The `next_contact_at` of a lead has come. Sent within a minute, once for each instant that was set; not for one that had passed when it was set, or passed while the lead was archived or in a terminal stage.",
      sets: { next_contact_at: "2026-11-02T15:20:00.000Z" },
      actor: { type: "system", id: null },
    }),
  },
  "lead.response_overdue": {
    beside: {
      rule: {
        shown: () => z.nullable(z.string()),
        ...(HAS_PROSE && {
          description: "Only in `lead.response_overdue`: the key of the routing rule that set the deadline.",
          example: "web",
        }),
      },
      assignee_id: {
        shown: () => z.nullable(z.uuid()),
        ...(HAS_PROSE && {
          description:
            "Only in `lead.response_overdue`: the member who had the lead until then; null when nobody did.",
          example: EXAMPLE_IDS.attorney,
        }),
      },
      late_seconds: {
        shown: () => z.int(),
        ...(HAS_PROSE && {
          description: "Only in `lead.response_overdue`: the seconds since the deadline.",
          example: 2,
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "A deadline of a lead, `respond_by`, passed without a contact or a booking. Sent within a minute, once for each deadline; not for one that had passed at creation, or passed while the lead was archived or in a terminal stage. If the rule hands the lead over, the same change emits `lead.assigned`.",
      sets: { respond_by: "2026-11-02T15:15:00.000Z", routing_rule: "web", overdue_count: 1 },
      actor: { type: "system", id: null },
    }),
  },
  "lead.status_changed": {
    ...(HAS_PROSE && {
      occasion: "A lead moved to another stage. `previous.status` is the former stage.",
      sets: { status: { key: "contacted", name: "Contacted" }, ...LATER },
    }),
  },
  "lead.assigned": {
    ...(HAS_PROSE && {
      occasion: "A lead was assigned to another member, or to nobody.",
      sets: { assignee_id: EXAMPLE_IDS.attorney, ...LATER },
    }),
  },
  "lead.updated": {
    ...(HAS_PROSE && {
      occasion:
        "Fields of a lead other than stage and assignee changed, by the API or by a source's delivery, or the lead was restored. After an erasure the values are empty: erase your copies.",
      sets: { phone: "+12125550142", ...LATER },
    }),
  },
  "lead.conflict_checked": {
    beside: BESIDE_CONFLICT,
    ...(HAS_PROSE && {
      occasion:
        "A lead was [checked for conflicts](#description/conflicts-of-interest). A check that finds nothing beyond what a person has decided on leaves the state.",
      sets: conflictIn("matches"),
    }),
  },
  "lead.conflict_decided": {
    beside: BESIDE_CONFLICT,
    ...(HAS_PROSE && {
      occasion: "A person has cleared, waived or blocked a lead by a decision on its newest check.",
      sets: conflictIn("cleared"),
    }),
  },
  "lead.conflict_lapsed": {
    beside: BESIDE_CONFLICT,
    ...(HAS_PROSE && {
      occasion:
        "The clearance of a lead has ended: its name, email address, phone number or parties have changed, another lead was merged into it, or somebody new matches it. Sent beside the event of a change, and of a merge.",
      sets: conflictIn("lapsed"),
      actor: { type: "system", id: null },
    }),
  },
  // Unlike the other types, this event also depends on other leads.
  "lead.duplicate_found": {
    beside: {
      duplicates: {
        shown: () => z.array(z.object({ lead_id: z.uuid(), matches: z.array(z.enum(CONTACT_FIELDS)) })),
        ...(HAS_PROSE && {
          description:
            "Only in `lead.duplicate_found`: the newest 20 other leads with the new email address or phone number.",
          example: [{ lead_id: EXAMPLE_IDS.otherLead, matches: ["phone"] }],
        }),
      },
    },
    ...(HAS_PROSE && {
      occasion:
        "A lead got an email address or phone number that [other leads](#description/find-a-caller) have. `duplicates` names them. Sent in addition to the event of the change itself.",
    }),
  },
} as const satisfies EventRows;

export type LeadEventType = keyof typeof LEAD_EVENTS;
