import { expect } from "@jest/globals";
import { handler as listLeads } from "../../functions/leads/list-leads.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { Table } from "../../shared/table/table.ts";
import { putLead } from "./leads.ts";
import { START, useReminders } from "./use-reminders.ts";

/** The instant at which the leads of these tests are due. */
export const DUE = START;

export const at = (milliseconds: number) => new Date(DUE + milliseconds).toISOString();

/** Creates a booking fixture with functions for tests of the instants of leads. */
export const useLeadInstants = (table: Table, before?: Parameters<typeof useReminders>[1]) => {
  const reminders = useReminders(table, before);
  const { fixture, send, eventsOf } = reminders;
  return {
    ...reminders,
    /** Stores a lead whose contact no other lead has. Returns its id. */
    storeLead: async (changes: Partial<Lead>) => {
      const id = newRecordId(Date.now());
      await putLead(table, fixture.firmId, { id, email: `${id}@example.com`, ...changes });
      return id;
    },
    patchLead: (id: string, body: object) => send(updateLead, { params: { id }, body }),
    /** Returns the types of a lead's events after its creation, without the noun. */
    toldOf: async (id: string) =>
      (await eventsOf(id)).map(({ type }) => type.slice("lead.".length)).filter((type) => type !== "created"),
    eventOf: async (id: string, type: EventResource["type"]) =>
      (await eventsOf(id)).find((event) => event.type === type),
    /** Returns whether lists find a lead. */
    listed: async (id: string, query: Record<string, string>) => {
      const { status, body } = await send(listLeads, { query: { limit: "200", ...query } });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.data.some((lead: { readonly id: string }) => lead.id === id);
    },
  };
};
