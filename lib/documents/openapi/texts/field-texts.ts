import { activityFields } from "../../../../shared/activities/activity-fields.contract.ts";
import { feedFields } from "../../../../shared/calendars/feed-fields.contract.ts";
import {
  conflictCheckFields,
  decisionFields,
} from "../../../../shared/conflicts/conflict-check-fields.contract.ts";
import { conflictEntryFields } from "../../../../shared/conflicts/conflict-entry-fields.contract.ts";
import { consultationFields } from "../../../../shared/consultations/consultation-fields.contract.ts";
import { besideFields } from "../../../../shared/events/event.contract.ts";
import { apiKeyFields } from "../../../../shared/keys/api-key-fields.contract.ts";
import { leadFields } from "../../../../shared/leads/lead-fields.contract.ts";
import { linkFields } from "../../../../shared/links/link-fields.contract.ts";
import { memberFields } from "../../../../shared/members/member-fields.contract.ts";
import type { FieldRows } from "../../../../shared/schema/record-fields.ts";
import { firmFields } from "../../../../shared/settings/firm-fields.contract.ts";
import { sourceFields } from "../../../../shared/sources/source-fields.contract.ts";
import { webhookFields } from "../../../../shared/webhooks/webhook-fields.contract.ts";

type Fields = { readonly rows: FieldRows };

/** The tables of fields, each with the schemas and endpoints that have these fields. */
const TABLES: readonly (readonly [Fields, ...string[]])[] = [
  [firmFields, "Firm", "update-firm"],
  [memberFields, "Member", "Attorney", "create-member", "update-member"],
  [leadFields, "Lead", "InboundPreview.lead", "create-lead", "update-lead"],
  [activityFields, "Activity", "create-activity"],
  [conflictCheckFields, "ConflictCheck"],
  [decisionFields, "decide-conflict-check"],
  [conflictEntryFields, "ConflictEntry", "put-conflict-entry", "put-conflict-entries"],
  [linkFields, "Link", "create-link"],
  [consultationFields, "Consultation", "book-consultation", "update-consultation"],
  [sourceFields, "Source", "create-source", "update-source", "rotate-source-key"],
  [apiKeyFields, "ApiKey", "create-key", "update-key"],
  [feedFields, "Feed", "create-feed"],
  [besideFields, "Event"],
  [webhookFields, "Webhook", "create-webhook", "update-webhook", "rotate-webhook-secret"],
];

/** Returns the meaning of records' fields: by their names, and by `<schema>.<name>` and `<endpoint>.<name>`. */
export const fieldTexts = (): Record<string, string> =>
  Object.fromEntries(
    TABLES.flatMap(([fields, ...contexts]) => [
      ...described(fields, () => ""),
      ...contexts.flatMap((context) => described(fields, (path) => `${[context, ...path].join(".")}.`)),
    ]),
  );

type Prefix = (path: readonly string[]) => string;

const described = ({ rows }: Fields, prefix: Prefix, path: readonly string[] = []): [string, string][] =>
  Object.entries(rows).flatMap(([name, { description, within }]) => [
    ...(description === undefined ? [] : [[prefix(path) + name, description] as [string, string]]),
    ...(within ? described(within, prefix, [...path, name]) : []),
  ]);
