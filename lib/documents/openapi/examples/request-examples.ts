import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { IDS, OFFICE_HOURS } from "./shared-values.ts";

const SLOT = { attorney_id: IDS.member, start_at: "2026-11-09T10:00:00-05:00", duration_min: 60 };

/** What a form posts to a lead source. */
export const DELIVERY_EXAMPLE = { first_name: "Dana", last_name: "Doe", email: "dana@example.com" };

const INTAKE_FORM = {
  key: "intake-form",
  name: "Intake form",
  mapping: { full_name: "contact.name", email: "contact.email" },
};

const RECIPES = join(import.meta.dirname, "../../../../docs/recipes");

const readSource = (recipe: string) => JSON.parse(readFileSync(join(RECIPES, recipe, "source.json"), "utf8"));

/** More examples of a body, by the endpoint and their names: the sources of well-known senders. */
export const NAMED_BODY_EXAMPLES: Readonly<Record<string, Readonly<Record<string, { name: string }>>>> = {
  "create-source": {
    "intake-form": INTAKE_FORM,
    ...Object.fromEntries(readdirSync(RECIPES).map((recipe) => [recipe, readSource(recipe)])),
  },
};

/** An example of each endpoint's body. */
export const BODY_EXAMPLES: Readonly<Record<string, object>> = {
  "create-lead": { first_name: "Dana", last_name: "Doe", email: "dana@example.com", source: "website" },
  "update-lead": { phone: "(212) 555-0187", status: "retained", data: { case_type: "Family" } },
  "merge-lead": { from: IDS.otherLead },
  "create-link": { type: "initial" },
  "book-by-link": { start_at: "2026-11-09T10:00:00-05:00" },
  "update-by-link": { start_at: "2026-11-10T10:00:00-05:00" },
  "book-consultation": { lead_id: IDS.lead, type: "Initial consultation", amount: 150, ...SLOT },
  "update-consultation": { start_at: "2026-11-10T10:00:00-05:00" },
  "complete-consultation": { outcome: "Retained" },
  "create-hold": { ...SLOT, start_at: "2026-11-09T14:00:00-05:00", seconds: 600 },
  "record-payment": { paid: true, amount: 150 },
  "update-firm": { booking_rules: { buffer_min: 15 } },
  "create-member": { name: "Ruth Bader", schedulable: true, office_hours: OFFICE_HOURS },
  "update-member": {
    time_off: [
      { start_at: "2026-11-09T12:00:00-05:00", end_at: "2026-11-09T13:00:00-05:00", reason: "Court" },
    ],
  },
  "create-source": INTAKE_FORM,
  "update-source": { enabled: false },
  "rotate-source-key": { old_key_valid_hours: 24 },
  "preview-inbound-delivery": {
    payload: { contact: { name: "Dana Doe", email: "dana@example.com" } },
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  "replay-inbound-deliveries": { since: "2026-11-01T00:00:00Z" },
  "create-key": { name: "CRM", scopes: ["leads:read", "leads:write"] },
  "update-key": { requests_per_minute: 600 },
  "create-webhook": { url: "https://hooks.example.com/intake", events: ["lead.created"] },
  "update-webhook": { events: ["*"] },
  "recover-deliveries": { since: "2026-11-01T00:00:00Z" },
};
