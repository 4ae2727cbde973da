import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { email, line } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { lazy, withForms } from "../schema/zod.ts";
import { lead } from "./lead.contract.ts";
import { given } from "./lead-fields.contract.ts";

/** How two leads may be of the same person. */
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

/** In the event of a change that brings leads together. */
export const eventDuplicates = () => z.array(z.object({ lead_id: z.uuid(), matches: matches() }));
