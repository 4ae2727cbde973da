import * as z from "zod/mini";
import { createdAtField, idField } from "../schema/common-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { choice, textOrNull, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";

const ROLES = ["client", "former_client", "alias", "adverse", "related"] as const;
/** By what records match. */
export const KEY_KINDS = ["name", "similar_name", "email", "phone"] as const;

/** What a match may mean. */
export const CONCERNS = [
  "same_person",
  "shared_contact",
  "adverse_to_client",
  "client_is_adverse",
  "related",
] as const;
const DECISIONS = ["cleared", "blocked", "waived"] as const;

/** Somebody whom a check has found. */
export const matchFields = recordFields({
  lead_id: {
    attribute: "leadId",
    stored: () => z.optional(z.string()),
    shown: () => z.optional(z.uuid()),
    ...(HAS_PROSE && {
      description:
        "The id of the lead that matches, or of the one into which that was merged; absent for an entry of the register.",
      example: EXAMPLE_IDS.otherLead,
    }),
  },
  entry_key: {
    attribute: "entryKey",
    ...asStored(() => z.optional(z.string())),
    ...(HAS_PROSE && {
      description: "The key of the entry of the register that matches; absent for a lead.",
    }),
  },
  /** The lead that matches, where it was merged into another one. */
  merged_lead_id: { attribute: "mergedLeadId", stored: () => z.optional(z.string()) },
  name: {
    attribute: "name",
    ...asStored(() => z.string()),
    ...(HAS_PROSE && {
      description:
        "The name that the lead, its party or the entry had then; empty after an erasure of the lead.",
      example: "Acme Inc.",
    }),
  },
  role: {
    attribute: "role",
    ...asStored(() => z.enum(ROLES)),
    ...(HAS_PROSE && {
      description: "Who that is: of a lead `client` or the role of its party, of an entry its role.",
      example: "adverse",
    }),
  },
  by: {
    attribute: "by",
    ...asStored(() => z.array(z.enum(KEY_KINDS))),
    ...(HAS_PROSE && { description: "What is the same.", example: ["name"] }),
  },
  concern: {
    attribute: "concern",
    ...asStored(() => z.enum(CONCERNS)),
    ...(HAS_PROSE && {
      description:
        "What it may mean: `same_person` and `shared_contact` between clients; `adverse_to_client`: somebody against this lead is a client; `client_is_adverse`: this lead is somebody against a client; `related`: one of the two is beside a client or somebody against one.",
      example: "client_is_adverse",
    }),
  },
});

/** What a person has decided on a check. */
export const decisionFields = recordFields({
  /** The id of the request that made it. */
  id: { attribute: "id", stored: () => z.string() },
  decision: {
    attribute: "decision",
    ...asStored(() => z.enum(DECISIONS)),
    created: () => choice(DECISIONS),
    ...(HAS_PROSE && {
      description:
        "`cleared`: the firm may meet the lead; `waived`: it may, though there is a conflict; `blocked`: it may not.",
      example: "cleared",
    }),
  },
  member_id: {
    attribute: "memberId",
    stored: () => z.string(),
    shown: () => z.uuid(),
    created: () => z._default(z.nullable(uuid()), null),
    ...(HAS_PROSE && {
      description: "The member who decided. For a member who has signed in, that member.",
      example: EXAMPLE_IDS.attorney,
    }),
  },
  reason: {
    attribute: "reason",
    ...asStored(() => z.nullable(z.string())),
    created: () => z._default(textOrNull(LIMITS.reasonCharacters), null),
    ...(HAS_PROSE && {
      description: "The reason; null when none was given, and after an erasure of the lead.",
      example: "Another Dana Doe, by the date of birth",
    }),
  },
  at: {
    attribute: "at",
    stored: () => z.string(),
    shown: instant,
    ...(HAS_PROSE && { description: "When it was decided.", example: "2026-11-02T15:06:00.000Z" }),
  },
});

/** A check of a lead for conflicts of interest. */
export const conflictCheckFields = recordFields({
  id: { ...idField(), ...(HAS_PROSE && { example: EXAMPLE_IDS.conflictCheck }) },
  lead_id: {
    attribute: "leadId",
    ...asStored(() => z.uuid()),
    ...(HAS_PROSE && {
      description: "The lead that was checked, which may be merged into another one by now.",
      example: EXAMPLE_IDS.lead,
    }),
  },
  created_at: createdAtField(),
  searched: {
    attribute: "searched",
    ...asStored(() => z.array(z.string())),
    ...(HAS_PROSE && {
      description:
        "The names of the lead, of its parties and of the leads merged into it; empty after an erasure of the lead.",
      example: ["Dana Doe", "Acme Inc."],
    }),
  },
  matches: {
    attribute: "matches",
    ...listOfRecords(matchFields),
    ...(HAS_PROSE && { description: "Who matches, conflicts first." }),
  },
  truncated: {
    attribute: "truncated",
    ...asStored(() => z.boolean()),
    ...(HAS_PROSE && {
      description: `Whether more than ${LIMITS.conflictMatches} match, of which \`matches\` lacks the others.`,
      example: false,
    }),
  },
  result: {
    shown: () => z.enum(["no_match", "matches"]),
    ...(HAS_PROSE && {
      description: "Whether anybody matches. `no_match` is no clearance: a person decides.",
      example: "matches",
    }),
  },
  decisions: {
    attribute: "decisions",
    ...listOfRecords(decisionFields),
    initial: [],
    ...(HAS_PROSE && { description: "What people have decided on this check, newest last." }),
  },
});
