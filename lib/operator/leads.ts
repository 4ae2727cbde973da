import { InvalidArgumentError } from "commander";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadChangesBody } from "../../shared/leads/lead-fields.contract.ts";
import { leadsByContactPage } from "../../shared/leads/leads-by-contact.store.ts";
import { normalizePhoneNumber } from "../../shared/leads/phone-number.rules.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import type { Page } from "../../shared/table/list-newest-first.ts";
import { openFirm } from "./open-firm.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows } from "./output.ts";
import { parseField } from "./parse-argument.ts";

type Options = OperatorOptions & {
  readonly email?: string;
  readonly phone?: string;
};

const parseContact = (field: "email" | "phone") => (text: string) => {
  const contact = parseField(leadChangesBody, field)(text);
  if (!contact) throw new InvalidArgumentError("It must not be blank.");
  return contact;
};

const find = async (id: string, options: Options) => {
  const { email = "", phone = "" } = options;
  if (!email && !phone) throw new Error("name the lead by --email, --phone or both");
  const { table, firmId, settings } = await openFirm(id, options);
  const readPage = leadsByContactPage(firmId, {
    email,
    phone: await normalizePhoneNumber(phone, settings.defaultCountry),
  });
  const found: Lead[] = [];
  let afterId: string | null = null;
  do {
    const page: Page<Lead> = await readPage(table, { limit: LIMITS.pageSizeMaximum, afterId });
    found.push(...page.records);
    afterId = page.lastId;
  } while (afterId !== null);
  printRows(found.map(leadRow), options);
};

/** As much as it takes to recognise a lead: initials tell apart who shares a phone. */
const leadRow = ({ id, firstName, lastName, stage, archived, mergedInto }: Lead) => ({
  lead_id: id,
  initials: [firstName, lastName].map((name) => [...name].slice(0, 1)).join(""),
  status: stage,
  archived,
  merged_into: mergedInto ?? null,
  created_at: createdAt(id),
});

export const leadFindCommand = () =>
  operatorCommand({
    usage: "find <firm>",
    description:
      "find leads by their email or phone, archived and merged ones too, as an erasure needs; newest first",
    examples: ["<firm> --email dana@example.com", '<firm> --phone "(212) 555-0187"'],
  })
    .option("--email <email>", "the email that the lead has now", parseContact("email"))
    .option("--phone <phone>", "the phone that the lead has now, as anybody writes it", parseContact("phone"))
    .action(find);
