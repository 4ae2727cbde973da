import { eventsToErase } from "../events/erase-events.store.ts";
import type { EventResource } from "../events/event.contract.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { requireFound } from "../schema/app-error.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import { ifReadable, type OnFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { type Contacts, contactForms } from "./contacts.rules.ts";

type PersonLeads = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly leadIds: readonly string[];
  /** Contacts that are already known, and no longer in erased leads. */
  readonly contacts?: Contacts | undefined;
  readonly now: () => number;
  readonly onFault: OnFault;
};

/** Reads the email addresses and phone numbers of leads, with their earlier ones in events. */
export const readContacts = async (person: PersonLeads): Promise<Contacts> => {
  const { table, firmId, leadIds, contacts, now, onFault } = person;
  const { settings, leads } = await readRecords(table, {
    settings: firmSettingsRecord(firmId),
    leads: leadIds.map((id) => readableLead(firmId, id, onFault)),
  });
  const values = new Set([
    ...(contacts?.values ?? []),
    ...leads.flatMap((lead) => (lead ? [lead.email, lead.phone] : [])),
  ]);
  for await (const event of eventsToErase(table, firmId, { leadIds, nowMilliseconds: now(), onFault })) {
    if (leadIds.includes(String(event.data.id))) for (const value of contactsIn(event)) values.add(value);
  }
  const { defaultCountry } = requireFound("firm", settings);
  return { values: await contactForms(values, defaultCountry), defaultCountry };
};

/** Reads a lead; null where it cannot be read, which `onFault` receives. */
export const readableLead = (firm: FirmId, id: string, onFault: OnFault): RecordRef<Lead | null> =>
  ifReadable(leadRecord(firm, id), (fault) => onFault(`the lead ${id}`, fault));

const contactsIn = ({ data, previous }: EventResource): string[] =>
  [data.email, data.phone, previous.email, previous.phone].filter((value) => typeof value === "string");
