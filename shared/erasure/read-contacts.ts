import { loggedEvents } from "../events/erase-events.store.ts";
import type { EventResource } from "../events/event.contract.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { requireFound } from "../schema/app-error.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { ifReadable, type OnFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { type Contacts, withUnicodeDomain } from "./contacts.rules.ts";

type PersonLeads = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly leadIds: readonly string[];
  /** Which are known already, and no longer in leads that are erased. */
  readonly contacts?: Contacts | undefined;
  readonly onFault: OnFault;
};

/** The email addresses and phone numbers of leads, with those that they had before by the firm's event log. */
export const readContacts = async (person: PersonLeads): Promise<Contacts> => {
  const { table, firmId, leadIds, contacts, onFault } = person;
  const settings = await readRecord(table, firmSettingsRecord(firmId));
  const leads = await readLeads(table, firmId, person);
  const values = new Set([
    ...(contacts?.values ?? []),
    ...leads.flatMap(({ email, phone }) => [email, phone]),
  ]);
  for await (const event of loggedEvents(table, firmId, onFault)) {
    if (leadIds.includes(String(event.data.id))) for (const value of contactsIn(event)) values.add(value);
  }
  values.delete("");
  const { defaultCountry } = requireFound("firm", settings);
  return {
    values: new Set([...values].flatMap((value) => [value, withUnicodeDomain(value)])),
    defaultCountry,
  };
};

/** The leads that can be read; `onFault` takes the others. */
export const readLeads = async (
  table: Table,
  firm: FirmId,
  { leadIds, onFault }: Pick<PersonLeads, "leadIds" | "onFault">,
): Promise<Lead[]> => {
  const refs = leadIds.map((id) =>
    ifReadable(leadRecord(firm, id), (fault) => onFault(`the lead ${id}`, fault)),
  );
  const { leads } = await readRecords(table, { leads: refs });
  return leads.filter((lead) => lead !== null);
};

const contactsIn = ({ data, previous }: EventResource): string[] =>
  [data.email, data.phone, previous.email, previous.phone].filter((value) => typeof value === "string");
