import { setTimeout as sleep } from "node:timers/promises";
import { InvalidArgumentError } from "commander";
import { eraseLead } from "../../shared/erasure/erase-lead.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadChangesBody } from "../../shared/leads/lead-fields.contract.ts";
import { leadsByContactPage } from "../../shared/leads/leads-by-contact.store.ts";
import { readMergedLeadIds } from "../../shared/leads/merged-leads.store.ts";
import { normalizePhoneNumber } from "../../shared/leads/phone-number.rules.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import type { Page } from "../../shared/table/list-newest-first.ts";
import { type ConfirmOptions, operatorCommand, type WalkOptions } from "./operator-command.ts";
import { parseField } from "./parse-argument.ts";
import { openFirm } from "./select-firms.ts";

type FindOptions = WalkOptions & {
  readonly email?: string;
  readonly phone?: string;
};

const parseContact = (field: "email" | "phone") => (text: string) => {
  const contact = parseField(leadChangesBody, field)(text);
  if (!contact) throw new InvalidArgumentError("It must not be blank.");
  return contact;
};

const find = async (options: FindOptions, id: string) => {
  const { email = "", phone = "" } = options;
  if (!email && !phone) throw new Error("name the lead by --email, --phone or both");
  const { table, firmId, settings } = await openFirm(id, options);
  const contact = { email, phone: await normalizePhoneNumber(phone, settings.defaultCountry) };
  const readPage = leadsByContactPage(firmId, contact, (lead, fault) =>
    options.onFault(`the lead ${lead}`, fault),
  );
  const found: Lead[] = [];
  let afterId: string | null = null;
  do {
    const page: Page<Lead> = await readPage(table, { limit: LIMITS.pageSizeMaximum, afterId });
    found.push(...page.records);
    afterId = page.lastId;
  } while (afterId !== null);
  return found.map(leadRow);
};

/** Returns enough to recognize a lead: initials tell apart leads who share a phone. */
const leadRow = ({ id, firstName, lastName, stage, archived, mergedInto }: Lead) => ({
  lead_id: id,
  initials: [firstName, lastName].map((name) => [...name].slice(0, 1)).join(""),
  status: stage,
  archived,
  merged_into: mergedInto ?? null,
  created_at: createdAt(id),
});

type EraseOptions = ConfirmOptions & WalkOptions & { readonly keepConsultations?: true };

const erase = async (options: EraseOptions, firm: string, lead: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const leadId = lead.toLowerCase();
  const erased = options.isConfirmed(firmId);
  const dependencies = {
    table,
    now: Date.now,
    wait: sleep,
    onProgress: console.error,
    onFault: options.onFault,
  };
  const keepsConsultations = options.keepConsultations === true;
  const request = { firmId, leadId, dryRun: !erased, keepsConsultations };
  const { counts, live } = await eraseLead(dependencies, request);
  const leadIds = await readMergedLeadIds(table, firmId, leadId);
  const merged = leadIds.filter((each) => each !== leadId);
  return {
    ...{ erased, lead_id: leadId, merged_with: merged },
    live_consultations: live.map(({ id, startAt, attorneyId }) => ({
      id,
      start_at: startAt,
      attorney_id: attorneyId,
    })),
    ...counts,
  };
};

export const LEAD_COMMANDS = [
  operatorCommand({
    usage: "find <firm>",
    description:
      "find leads by their email or phone, archived and merged ones too, as an erasure needs; newest first",
    examples: ["<firm> --email dana@example.com", '<firm> --phone "(212) 555-0187"'],
    run: find,
  })
    .option("--email <email>", "the lead's present email address", parseContact("email"))
    .option("--phone <phone>", "the lead's present phone number, in any notation", parseContact("phone")),
  operatorCommand({
    usage: "erase <firm> <lead>",
    description:
      "cancel a lead's live consultations, and erase the personal data; ids, dates, status and counts stay",
    examples: ["<firm> <lead> --dry-run", "<firm> <lead> --confirm <firm>"],
    confirms: "the firm's id",
    run: erase,
  })
    .option("--dry-run", "only print what would change, even with --confirm")
    .option("--keep-consultations", "cancel none of the live consultations, which it names"),
];
