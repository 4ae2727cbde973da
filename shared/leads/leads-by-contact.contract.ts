import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { CONTACT_FIELDS, email, phone } from "../schema/contact-fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { mayLackPlus } from "../schema/text.ts";
import { lazy, withForms } from "../schema/zod.ts";
import { lead } from "./lead.contract.ts";
import { given } from "./lead-fields.contract.ts";

/** A number in an address. Its `+` arrives as a space unless the caller has encoded it. */
const phoneInAddress = () => {
  const plusForSpace = z.transform((text) => withPlus(String(text)));
  return withForms(z.pipe(plusForSpace, phone()), () => [phone()]);
};

const withPlus = (text: string) => (mayLackPlus(text) ? text.replace(" ", "+") : text);

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
Finds the person who calls or writes. The list has the leads with the given email address or phone number, a page at a
time, newest first. If you send both, a lead with either of them is listed. Archived leads are listed too, and so are
merged leads, which show \`merged_into\`.

Both values are read as when a lead is created: an email address in any case, and a phone number in any common notation.
A number without a country code is read in the firm's \`default_country\`. Encode a \`+\` in either of them as \`%2B\`.`,
};

export const listDuplicatesEndpoint = defineEndpoint({
  name: "list-duplicates",
  method: "GET",
  path: "/api/leads/{id}/duplicates",
  summary: "List other leads with the same email address or phone number",
  scope: "leads:read",
  tableActions: ["GetItem", "BatchGetItem", "QueryIndex"],
  response: {
    status: 200,
    schema: lazy(() =>
      z.object({ data: z.array(z.object({ lead: lead(), matches: z.array(z.enum(CONTACT_FIELDS)) })) }),
    ),
  },
});

export const listDuplicatesDescription: DescriptionOf<typeof listDuplicatesEndpoint> = {
  response: ({ Lead }) => ({ data: [{ lead: Lead, matches: ["email"] }] }),
  prose: `
Lists the newest 20 other leads with the same email address or phone number as this lead. Archived leads are listed;
merged and erased ones are not. \`matches\` says what the two leads have in common. They need not be the same person,
because families share phones.`,
};
