import { requireFound } from "../api/app-error.ts";
import { loggedEvents } from "../events/erase-events.store.ts";
import type { EventResource } from "../events/event.contract.ts";
import { firmSettingsRecord } from "../firm/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { Contacts } from "./contacts.rules.ts";
import type { Lead } from "./lead.rules.ts";

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
