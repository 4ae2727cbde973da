import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { email, line } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { lazy, withForms } from "../schema/zod.ts";
import { lead } from "./lead.contract.ts";
import { given } from "./lead-fields.contract.ts";

/** The contacts that two leads may share. */
export const CONTACT_FIELDS = ["email", "phone"] as const;

/** A number in an address. Its `+` arrives as a space unless the caller has encoded it. */
const phoneInAddress = () => {
  const phone = () => line(LIMITS.phoneCharacters);
  const plusForSpace = z.transform((text) => withPlus(String(text)));
  return withForms(z.pipe(plusForSpace, phone()), () => [phone()]);
};

const withPlus = (text: string) => (/^ \d/.test(text.slice(0, 2)) ? `+${text.slice(1)}` : text);

type Contact = { readonly email?: string | undefined; readonly phone?: string | undefined };

const requiredUnless = (field: string, other: string) =>
  z.refine<Contact>(({ email, phone }) => email || phone, {
    path: [field],
    error: `is required when ${other} is absent`,
    params: { anyOf: [given("phone"), given("email")] },
  });

export const lookUpLeadsEndpoint = defineEndpoint({
  name: "look-up-leads",
  method: "GET",
  path: "/api/leads/lookup",
  summary: "Find leads by email address or phone number",
  scope: "leads:read",
  tableActions: ["GetItem", "QueryIndex"],
  query: lazy(() =>
    z
      .object({ ...pageQuery(), email: z.optional(email()), phone: z.optional(phoneInAddress()) })
      .check(requiredUnless("email", "phone"), requiredUnless("phone", "email")),
  ),
  response: { status: 200, schema: () => page(lead()) },
});

export const lookUpLeadsDescription: DescriptionOf<typeof lookUpLeadsEndpoint> = {
  prose: `
Finds who calls or writes: the leads with an email address or a phone number, or with either of them when both are sent, newest first, a
page at a time. Archived leads are found too, and so are merged ones, which show \`merged_into\`. Both are read as when a lead is created:
an address in any case, a number as anybody writes it, without a country code in the firm's \`default_country\`. Write a \`+\`,
of a number or an address, as \`%2B\`.`,
};

const matches = () => z.array(z.enum(CONTACT_FIELDS));

export const listDuplicatesEndpoint = defineEndpoint({
  name: "list-duplicates",
  method: "GET",
  path: "/api/leads/{id}/duplicates",
  summary: "List other leads with the same email address or phone number",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex"],
  response: {
    status: 200,
    schema: lazy(() => z.object({ data: z.array(z.object({ lead: lead(), matches: matches() })) })),
  },
});

export const listDuplicatesDescription: DescriptionOf<typeof listDuplicatesEndpoint> = {
  response: ({ Lead }) => ({ data: [{ lead: Lead, matches: ["email"] }] }),
  prose: `
Lists the newest 20 other leads with the email address or phone number of this one, archived ones too, but none that was merged or erased.
\`matches\` says what both have. They need not be the same person: families share telephones.`,
};

/** The duplicates in the event of a change that brings leads together. */
export const eventDuplicates = () => z.array(z.object({ lead_id: z.uuid(), matches: matches() }));
