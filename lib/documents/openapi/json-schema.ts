import * as z from "zod";
import type { ZodMiniType } from "zod/mini";
import { activity } from "../../../shared/activities/activity.contract.ts";
import { staleCalendar } from "../../../shared/calendars/calendar-events.contract.ts";
import { calendarLink } from "../../../shared/calendars/calendar-link.contract.ts";
import { feed } from "../../../shared/calendars/feed.contract.ts";
import { conflictCheck } from "../../../shared/conflicts/conflict-check.contract.ts";
import { conflictEntry } from "../../../shared/conflicts/conflict-entry.contract.ts";
import { consultation } from "../../../shared/consultations/consultation.contract.ts";
import { event } from "../../../shared/events/event.contract.ts";
import { apiKey } from "../../../shared/keys/api-key.contract.ts";
import { me } from "../../../shared/keys/me.contract.ts";
import {
  ingestedLead,
  lead,
  rejectedDelivery,
  unacceptedDelivery,
} from "../../../shared/leads/lead.contract.ts";
import { link } from "../../../shared/links/link.contract.ts";
import { clientConsultation, linkState } from "../../../shared/links/link-state.contract.ts";
import { attorney } from "../../../shared/members/attorney.contract.ts";
import { member } from "../../../shared/members/member.contract.ts";
import { session } from "../../../shared/people/session.contract.ts";
import { hold } from "../../../shared/scheduling/hold.contract.ts";
import { FORMS } from "../../../shared/schema/zod.ts";
import { firm } from "../../../shared/settings/firm.contract.ts";
import { rejectedInboundDelivery } from "../../../shared/sources/delivery-events.contract.ts";
import { inboundDelivery } from "../../../shared/sources/inbound-delivery.contract.ts";
import { source } from "../../../shared/sources/source.contract.ts";
import { preview } from "../../../shared/sources/source-preview.contract.ts";
import { webhook } from "../../../shared/webhooks/webhook.contract.ts";
import { webhookDelivery } from "../../../shared/webhooks/webhook-delivery.contract.ts";

/** JSON Schema 2020-12, as far as the document needs it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The schemas that the document names. */
const NAMED_SCHEMAS = {
  Lead: lead,
  Activity: activity,
  ConflictCheck: conflictCheck,
  ConflictEntry: conflictEntry,
  Consultation: consultation,
  Link: link,
  LinkState: linkState,
  ClientConsultation: clientConsultation,
  Hold: hold,
  StaleCalendar: staleCalendar,
  RejectedInboundDelivery: rejectedInboundDelivery,
  Attorney: attorney,
  Firm: firm,
  Member: member,
  CalendarLink: calendarLink,
  Feed: feed,
  Session: session,
  Source: source,
  InboundDelivery: inboundDelivery,
  InboundPreview: preview,
  IngestedLead: ingestedLead,
  UnacceptedDelivery: unacceptedDelivery,
  RejectedDelivery: rejectedDelivery,
  ApiKey: apiKey,
  Me: me,
  Event: event,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
} as const satisfies Record<string, () => ZodMiniType>;

export type SchemaName = keyof typeof NAMED_SCHEMAS;

const COMPONENTS = "#/components/schemas/";

export const schemaRef = (name: SchemaName | "Error"): JsonSchema => ({ $ref: COMPONENTS + name });

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) registry.add(schema(), { id });

type Direction = "input" | "output";

/** Returns the JSON Schema of a zod schema, for a caller's input or for a response. */
export const toJsonSchema = (schema: ZodMiniType, io: Direction): JsonSchema => {
  const { $schema: _dialect, $defs: _named, ...converted } = convert(schema, io);
  return converted;
};

/** Returns the schemas that the document names, by name. */
export const componentSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [
      name,
      convert(schema(), "output").$defs?.[name] ?? {},
    ]),
  );

const convert = (schema: ZodMiniType, io: Direction): JsonSchema =>
  withComponentRefs(
    z.toJSONSchema(schema, {
      io,
      metadata: registry,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, pipedSchema(zodSchema, io));
        simplify(zodSchema, jsonSchema);
        Object.assign(jsonSchema, checkedKeywords(zodSchema));
        if (io === "input") replaceByForms(zodSchema, jsonSchema);
      },
    }),
  );

const withComponentRefs = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${COMPONENTS}`));

/** Returns the JSON Schema keywords of the checks that zod cannot convert: each check has them as its parameters. */
const checkedKeywords = ({ _zod: { def } }: z.core.$ZodType): JsonSchema => {
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  const { pattern, ...keywords }: JsonSchema = Object.assign({}, ...checks.map(parametersOf));
  // A field's own expression says more than the one of every text.
  const hasExpression = checks.some((check) => check.check === "string_format");
  return hasExpression || pattern === undefined ? keywords : { ...keywords, pattern };
};

const parametersOf = (definition: object): object =>
  "params" in definition && typeof definition.params === "object" ? (definition.params ?? {}) : {};

/** Returns the schema that a piped value must satisfy next, unless a function makes that value. */
const pipedSchema = (schema: z.core.$ZodType, io: Direction): JsonSchema => {
  if (!(schema instanceof z.core.$ZodPipe)) return {};
  const { out } = schema._zod.def;
  return out instanceof z.core.$ZodTransform ? {} : toJsonSchema(out as ZodMiniType, io);
};

/** Replaces a schema that accepts several forms by these forms. */
const replaceByForms = (zodSchema: z.core.$ZodType, schema: JsonSchema): void => {
  const forms = FORMS.get(zodSchema)?.();
  if (forms === undefined) return;
  const anyOf = forms.map((form) => toJsonSchema(form, "input"));
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  Object.assign(schema, anyOf.length === 1 ? anyOf[0] : { anyOf });
};

/** Removes redundant parts: patterns beside a format or of digits, names that are text, bounds of every integer. */
const simplify = (zodSchema: z.core.$ZodType, schema: JsonSchema): void => {
  if (schema.pattern === z.regexes.guid.source) schema.format = "uuid";
  const isFormat = schema.format !== undefined && zodSchema instanceof z.core.$ZodString;
  if (isFormat || schema.type === "integer") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Responses gain fields in later versions, and a PATCH takes what a GET shows.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.propertyNames !== undefined) delete schema.propertyNames;
};
