import { requireFound } from "../../contract/app-error.ts";
import type { EventResource } from "../../contract/events.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Contacts } from "../../domain/leads/contacts.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { loggedEvents } from "../../storage/events/erase-events.ts";
import { firmSettingsRecord } from "../../storage/firm/firm-store.ts";

type Request = { readonly firmId: FirmId; readonly lead: Pick<Lead, "id" | "email" | "phone"> };

/** The lead's email addresses and phone numbers, with those that it had before by the firm's event log. */
export const contactsOfLead = async (table: Table, { firmId, lead }: Request): Promise<Contacts> => {
  const settings = requireFound("firm", await readRecord(table, firmSettingsRecord(firmId)));
  const values = new Set([lead.email, lead.phone]);
  for await (const event of loggedEvents(table, firmId)) {
    if (event.data.id === lead.id) for (const value of contactsIn(event)) values.add(value);
  }
  values.delete("");
  return { values, defaultCountry: settings.defaultCountry };
};

const contactsIn = ({ data, previous }: EventResource): string[] =>
  [data.email, data.phone, previous.email, previous.phone].filter((value) => typeof value === "string");
