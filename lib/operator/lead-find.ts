import { InvalidArgumentError } from "commander";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadChangesBody } from "../../shared/leads/lead-fields.contract.ts";
import { leadsByContactPage } from "../../shared/leads/leads-by-contact.store.ts";
import { normalizePhoneNumber } from "../../shared/leads/phone-number.rules.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { openFirm } from "./open-firm.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows, progressOf } from "./output.ts";
import { parseField, parseId, parseWholeNumber } from "./parse-argument.ts";

type Options = OperatorOptions & {
  readonly email?: string;
  readonly phone?: string;
  readonly pages: number;
  readonly after?: string;
};

const parseContact = (field: "email" | "phone") => (text: string) => {
  const contact = parseField(leadChangesBody, field)(text);
  if (!contact) throw new InvalidArgumentError("It must not be blank.");
  return contact;
};

const find = async (id: string, options: Options) => {
  const { email = "", phone = "", pages } = options;
  if (!email && !phone) throw new Error("name the lead by --email, --phone or both");
  const { table, firmId, settings } = await openFirm(id, options);
  const readPage = leadsByContactPage(firmId, {
    email,
    phone: await normalizePhoneNumber(phone, settings.defaultCountry),
  });
  const report = progressOf((count) => `${count} pages read`);
  const found: Lead[] = [];
  let afterId = options.after ?? null;
  for (let page = 1; page <= pages; page++) {
    const { records, lastId } = await readPage(table, { limit: LIMITS.pageSizeMaximum, afterId });
    found.push(...records);
    afterId = lastId;
    if (lastId === null) break;
    report(page);
  }
  printRows(found.map(leadRow), options);
  // Not an empty answer: an erasure must miss no lead.
  if (afterId !== null)
    throw new Error(
      `leads from before ${createdAt(afterId)} are not searched: go on with --after ${afterId}`,
    );
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

const PAGES_DEFAULT = 50;

export const leadFindCommand = () =>
  operatorCommand({
    usage: "find <firm>",
    description:
      "find leads by their email or phone, archived ones too, as an erasure needs; reads the leads of the firm, newest first, in pages of up to 4,000",
    examples: ["<firm> --email dana@example.com", '<firm> --phone "(212) 555-0187"'],
  })
    .option("--email <email>", "the email that the lead has now", parseContact("email"))
    .option("--phone <phone>", "the phone that the lead has now, as anybody writes it", parseContact("phone"))
    .option("--pages <number>", "how many pages to read at most", parseWholeNumber(1, 10_000), PAGES_DEFAULT)
    .option("--after <lead>", "go on after this lead, where an earlier run stopped", parseId("lead"))
    .action(find);
