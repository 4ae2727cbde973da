import * as z from "zod/mini";
import { erasureItem } from "../api/change.ts";
import { createdAtField } from "../schema/common-fields.ts";
import { emailField, phoneField } from "../schema/contact-fields.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { customData, customDataInput, nonBlankText, requiredText, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import {
  asStored,
  emptyText,
  erasableFields,
  laterInstant,
  laterText,
  withDefault,
} from "../schema/record-fields.ts";
import { isBlank } from "../schema/text.ts";
import { instant, instantInput } from "../schema/time.ts";
import { ifThen, lazy, noLongerThan, withForms } from "../schema/zod.ts";
import { conflictFields, storedConflict } from "./clearance.contract.ts";
import { parties } from "./party.contract.ts";

const { nameCharacters, sourceCharacters } = LIMITS;

/** A text that every lead has. */
const required = (characters: number) => ({
  ...emptyText,
  created: () => requiredText(characters),
  changed: () => nonBlankText(characters),
});

/** Returns the key of a stage, given as such or as the `status` of a lead. */
export const stageKeyInput = (status: unknown): unknown =>
  typeof status === "object" && status !== null && "key" in status ? status.key : status;

const stageKey = () =>
  z.string().check(z.trim(), noLongerThan(LIMITS.stageKeyCharacters, "must be a stage of the firm"));

/** True, or absent. */
const flag = () => z.optional(z.literal(true));

/**
 * A lead. A new field needs only its row. A source can set a text that has `defaultPaths`: its possible places in inbound
 * JSON, unless the source maps it.
 */
export const leadFields = erasableFields({
  /** UUIDv7; its time part is the lead's creation. */
  id: {
    attribute: "id",
    stored: () => z.string(),
    shown: () => z.uuid(),
    isPersonal: false,
    ...(HAS_PROSE && { description: "UUIDv7; sorts by creation.", example: EXAMPLE_IDS.lead }),
  },
  first_name: {
    attribute: "firstName",
    ...required(nameCharacters),
    defaultPaths: ["first_name", "firstName"],
    isPersonal: true,
    ...(HAS_PROSE && { description: "First name.", example: "Dana" }),
  },
  last_name: {
    attribute: "lastName",
    ...required(nameCharacters),
    defaultPaths: ["last_name", "lastName"],
    isPersonal: true,
    ...(HAS_PROSE && { description: "Last name.", example: "Doe" }),
  },
  email: {
    attribute: "email",
    ...emailField(),
    defaultPaths: ["email"],
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "An email address in lower case; empty when there is none.",
      example: "dana@example.com",
    }),
  },
  phone: {
    attribute: "phone",
    ...phoneField(),
    defaultPaths: ["phone", "phone_number", "phoneNumber"],
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "A phone number, in E.164 if it is a valid number; empty when there is none.",
      example: "+12125550187",
    }),
  },
  source: {
    attribute: "source",
    ...required(sourceCharacters),
    isPersonal: true,
    ...(HAS_PROSE && { description: "Where the lead comes from.", example: "website" }),
  },
  // A record has the key of the firm's stage. Responses and events look up its name.
  status: {
    attribute: "stage",
    stored: () => z.string(),
    shown: () => z.object({ key: z.string(), name: z.string() }),
    changed: () =>
      withForms(z.pipe(z.transform(stageKeyInput), stageKey()), () => [
        stageKey(),
        z.object({ key: stageKey() }),
      ]),
    isPersonal: false,
    ...(HAS_PROSE && { description: "The stage of the lead.", example: { key: "new", name: "New" } }),
  },
  assignee_id: {
    attribute: "assigneeId",
    stored: () => z._default(z.nullable(z.string()), null),
    shown: () => z.nullable(z.uuid()),
    ...withDefault(() => z.nullable(uuid()), null),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The id of the member who takes care of the lead; null when nobody does.",
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
  last_activity_at: {
    attribute: "lastActivityAt",
    stored: () => z.string(),
    shown: instant,
    isPersonal: false,
    ...(HAS_PROSE && {
      description:
        "When the lead was last changed, had an activity, or a consultation that was booked, moved or ended.",
      example: "2026-11-02T15:00:00.000Z",
    }),
  },
  captured_at: {
    attribute: "capturedAt",
    stored: () => z.string(),
    shown: instant,
    created: () => z.optional(instantInput()),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "When the person wrote or called; by default when the lead was created. It never changes.",
      example: "2026-11-02T15:00:00.000Z",
    }),
  },
  first_contact_at: {
    attribute: "firstContactAt",
    ...laterInstant,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "When the firm first reached the person, or wrote or left a message; null until then.",
      example: null,
    }),
  },
  next_contact_at: {
    attribute: "nextContactAt",
    ...laterInstant,
    changed: () => z.nullable(instantInput()),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "When somebody wants to contact the person again; null when nobody does.",
      example: null,
    }),
  },
  respond_by: {
    attribute: "respondBy",
    ...laterInstant,
    isPersonal: false,
    ...(HAS_PROSE && {
      description:
        "The deadline for the first contact; null when there is none, or a contact or booking has ended it.",
      example: null,
    }),
  },
  routing_rule: {
    attribute: "routingRule",
    ...laterText,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The key of the firm's routing rule that fitted the new lead; null when none did.",
      example: null,
    }),
  },
  overdue_count: {
    attribute: "overdueCount",
    stored: () => z._default(z.number(), 0),
    shown: () => z.int(),
    initial: 0,
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "How many deadlines passed without a contact or a booking.",
      example: 0,
    }),
  },
  data: {
    attribute: "data",
    ...asStored(customData),
    ...withDefault(customDataInput, {}),
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "Values of the firm's `lead_fields`, by field key.",
      example: { case_type: "Family" },
    }),
  },
  conflict: {
    attribute: "conflict",
    stored: () => z.optional(storedConflict()),
    shown: () => z.nullable(conflictFields.shown()),
    isPersonal: false,
    ...(HAS_PROSE && {
      within: conflictFields,
      description:
        "Whether the firm may meet the lead, by its checks for conflicts of interest; null while the firm has no conflict gate.",
      example: null,
    }),
  },
  parties: {
    attribute: "parties",
    ...parties,
    isPersonal: true,
    ...(HAS_PROSE && {
      description:
        "Whom the matter is about beside the lead, which checks for conflicts of interest search too; null until it is sent, an empty list when there is nobody. Shown to keys with `conflicts:read`, and in no event.",
    }),
  },
  /** The number of the conflict index that has this lead; absent for none. */
  conflict_indexed: {
    attribute: "conflictIndexed",
    stored: () => z.optional(z.number()),
    isPersonal: false,
  },
  /** The number of the conflict index at whose end the lead was due for a check; absent for none. */
  check_due: { attribute: "checkDue", stored: () => z.optional(z.number()), isPersonal: false },
  /** The instant of the last change of what checks compare; absent before the first, after the creation. */
  compared_since: { attribute: "comparedSince", stored: () => z.optional(z.string()), isPersonal: false },
  /** How the last set `next_contact_at` has passed: told by `lead.contact_due`, or silently. Absent while it is ahead. */
  contact_due: {
    attribute: "contactDue",
    stored: () => z.optional(z.enum(["told", "passed"])),
    isPersonal: false,
  },
  /** Whether `respond_by` has passed, with its event or silently; absent otherwise. */
  overdue: { attribute: "isOverdue", stored: flag, isPersonal: false },
  /** Set on a lead with a deadline in a terminal stage: it awaits no contact there. */
  final: { attribute: "isFinal", stored: flag, isPersonal: false },
  /** Set until the sweep has given the lead the turn that its creation could not take in time. */
  turn_owed: { attribute: "turnOwed", stored: flag, isPersonal: false },
  /** Absent unless merged. The lead that it names is never merged itself. */
  merged_into: {
    attribute: "mergedInto",
    stored: () => z.optional(z.string()),
    shown: () => z.optional(z.uuid()),
    isPersonal: false,
    ...(HAS_PROSE && {
      description: "The id of the lead into which this lead was merged. Absent if it was not merged.",
    }),
  },
  /** The ids of all leads that were merged into this one; absent when there are none. */
  merged_lead_ids: {
    attribute: "mergedLeadIds",
    stored: () => z.optional(z.array(z.string())),
    isPersonal: false,
  },
  /** The id of the last activity that was recorded; absent when there is none. */
  last_activity_id: {
    attribute: "lastActivityId",
    stored: () => z.optional(z.string()),
    isPersonal: false,
  },
  /** Set with the first contact, also if that is corrected later; absent until then. */
  was_contacted: {
    attribute: "wasContacted",
    stored: () => z.optional(z.boolean()),
    isPersonal: false,
  },
  /** The number of the stored state, from 1. Events carry it as `sequence`. */
  revision: { attribute: "revision", stored: () => z.number(), initial: 1, isPersonal: false },
  /** The id of the change that stored this state; absent until it is stored. The next change has a later one. */
  change_id: { attribute: "changeId", stored: () => z.optional(z.string()), isPersonal: false },
  /** Absent unless the operator erased the lead's personal data. Nothing writes any afterwards. */
  erasure: { attribute: "erasure", stored: erasureItem, isPersonal: false },
});

/** The texts that a source can set. */
export const MAPPED_TEXTS = Object.entries(leadFields.rows).flatMap(([name, row]) =>
  "defaultPaths" in row ? [{ name, attribute: row.attribute, defaultPaths: row.defaultPaths }] : [],
);

/** Requires in JSON Schema that a field is present and not blank. */
export const given = (field: string) => ({
  required: [field],
  properties: { [field]: { type: "string", pattern: "\\S" } },
});

export const newLeadBody = lazy(() => {
  const { first_name, last_name, source, ...others } = leadFields.created();
  return z.object({ first_name, last_name, source, ...others }).check(
    z.refine((body) => Boolean(body.email || body.phone), {
      path: ["email"],
      error: "is required when phone is absent",
      params: ifThen({ not: given("email") }, given("phone")),
      // Runs even if another field is invalid, so that one response lists every violation.
      when: ({ value }) => hasNoContactMethod(value),
    }),
  );
});

const noContactMethod = lazy(() => {
  const blank = z.nullish(z.string().check(z.refine(isBlank)));
  return z.object({ email: blank, phone: blank });
});

const hasNoContactMethod = (body: unknown) => noContactMethod().safeParse(body).success;

export const leadChangesBody = lazy(() => z.object(leadFields.changed()));

export type NewLead = z.output<ReturnType<typeof newLeadBody>>;
export type LeadChanges = Parameters<typeof leadFields.changes>[0];
