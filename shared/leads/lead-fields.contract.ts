import * as z from "zod/mini";
import { email, emailForms, phone } from "../schema/contact-fields.ts";
import { customDataInput, type line, nonBlankText, requiredText, uuid } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { isBlank } from "../schema/text.ts";
import { ifThen, lazy, noLongerThan, withForms } from "../schema/zod.ts";

const { nameCharacters, sourceCharacters } = LIMITS;

/** A text of a lead: stored and shown as it is, empty when absent. Its change emits `lead.updated`. */
type LeadText = {
  /** Its name in records. */
  readonly attribute: string;
  /** Its schema in the body that creates a lead. */
  readonly created: () => z.ZodMiniType<string>;
  /** Its schema in the body that changes a lead. */
  readonly changed: () => z.ZodMiniType<string | undefined>;
  /** Its possible places in inbound JSON, unless the source maps it; null when no source can set it. */
  readonly defaultPaths: readonly string[] | null;
  /** True if an erasure empties it. */
  readonly isPersonal: boolean;
  /** For the OpenAPI document, like `example`. */
  readonly description?: string;
  readonly example?: string;
};

/** A text that every lead has. */
const required = (characters: number) => ({
  created: () => requiredText(characters),
  changed: () => z.optional(nonBlankText(characters)),
});

/** A text that a lead may lack. In a body, an empty text and null both mean that there is none. */
const optional = <Form extends z.ZodMiniType>(
  schema: () => ReturnType<typeof line>,
  forms: () => readonly Form[],
) => {
  const orNull = () => {
    const emptyWhenNull = z.transform((value: unknown) => value ?? "");
    return withForms(z.pipe(emptyWhenNull, schema()), () => [...forms(), z.null()]);
  };
  return { created: () => z._default(orNull(), ""), changed: () => z.optional(orNull()) };
};

/** The texts of a lead by their names in the API. A new text needs only its row. */
const TEXTS = {
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
    ...optional(email, emailForms),
    defaultPaths: ["email"],
    isPersonal: true,
    ...(HAS_PROSE && {
      description: "An email address in lower case; empty when there is none.",
      example: "dana@example.com",
    }),
  },
  phone: {
    attribute: "phone",
    ...optional(phone, () => [phone()]),
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
    defaultPaths: null,
    isPersonal: true,
    ...(HAS_PROSE && { description: "Where the lead comes from.", example: "website" }),
  },
} as const satisfies Record<string, LeadText>;

type Texts = typeof TEXTS;

type LeadTextName = keyof Texts;

/** The texts by their names in records. */
export type LeadTexts = { readonly [Name in LeadTextName as Texts[Name]["attribute"]]: string };

export const LEAD_TEXTS = Object.entries(TEXTS).map(([name, row]) => ({
  name: name as LeadTextName,
  ...row,
}));

type Row = (typeof LEAD_TEXTS)[number];

/** Returns a value for each text, by its name in the API. */
export const textsByName = <Value>(valueFor: (row: Row) => Value) =>
  Object.fromEntries(LEAD_TEXTS.map((row) => [row.name, valueFor(row)])) as Record<LeadTextName, Value>;

/** Returns a value for each text, by its name in records. */
export const textsByAttribute = <Value>(valueFor: (row: Row) => Value) =>
  Object.fromEntries(LEAD_TEXTS.map((row) => [row.attribute, valueFor(row)])) as Record<
    keyof LeadTexts,
    Value
  >;

/** Returns the schemas of the texts in a body, each with its own type. */
const textsIn = <Body extends "created" | "changed">(body: Body) =>
  textsByName((row) => row[body]()) as { [Name in LeadTextName]: ReturnType<Texts[Name][Body]> };

/** Requires in JSON Schema that a field is present and not blank. */
export const given = (field: string) => ({
  required: [field],
  properties: { [field]: { type: "string", pattern: "\\S" } },
});

export const newLeadBody = lazy(() => {
  const { first_name, last_name, source, ...others } = textsIn("created");
  return z
    .object({
      first_name,
      last_name,
      source,
      ...others,
      assignee_id: z._default(z.nullable(uuid()), null),
      data: z._default(customDataInput(), {}),
    })
    .check(
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

/** Returns the key of a stage, given as such or as the `status` of a lead. */
export const stageKeyInput = (status: unknown): unknown =>
  typeof status === "object" && status !== null && "key" in status ? status.key : status;

const stageKey = () =>
  z.string().check(z.trim(), noLongerThan(LIMITS.stageKeyCharacters, "must be a stage of the firm"));

export const leadChangesBody = lazy(() =>
  z.object({
    ...textsIn("changed"),
    status: z.optional(
      withForms(z.pipe(z.transform(stageKeyInput), stageKey()), () => [
        stageKey(),
        z.object({ key: stageKey() }),
      ]),
    ),
    assignee_id: z.optional(z.nullable(uuid())),
    data: z.optional(customDataInput()),
  }),
);

export type NewLead = z.output<ReturnType<typeof newLeadBody>>;
export type LeadChanges = z.output<ReturnType<typeof leadChangesBody>>;
