import { expect } from "@jest/globals";
import type { Context } from "aws-lambda";
import { handler as bookConsultation } from "../../functions/consultations/book-consultation.ts";
import { handler as mergeLead } from "../../functions/lead-merge/merge-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import type { Table } from "../../shared/table/table.ts";
import { useErasure } from "./erasure-fixture.ts";
import { type ApiRequest, type ApiResponse, call } from "./http-call.ts";
import { deliver, GRACE } from "./ingestion.ts";
import { putLead, readStoredLead } from "./leads.ts";
import { findMergeViolations } from "./merge-invariants.ts";
import { scanItems } from "./scan-table.ts";

/**
 * Creates a firm before each test, with a source and an attorney who can be booked at any time. Returns the tests'
 * requests.
 */
export const useMergeFixture = (table: Table) => {
  const { firm, erase } = useErasure(table);
  const send = (handler: Parameters<typeof call>[0], request: ApiRequest, context: Partial<Context> = {}) =>
    call(handler, { key: firm.apiKey, ...request }, context);
  let hours = 0;
  return {
    firm,
    erase,
    send,
    newLead: async (changes: Partial<Lead> = {}) => (await putLead(table, firm.firmId, changes)).id,
    stored: (id: string) => readStoredLead(table, firm.firmId, id),
    shown: async (id: string): Promise<ApiResponse["body"]> => (await send(getLead, { params: { id } })).body,
    patch: (id: string, body: object) => send(updateLead, { params: { id }, body }),
    merge: (id: string, from: string, context: Partial<Context> = {}) =>
      send(mergeLead, { params: { id }, body: { from } }, context),
    /** Books an hour that no other request has. */
    book: (lead_id: string) => {
      const start_at = new Date(Date.UTC(2055, 2, 3, hours++)).toISOString();
      const body = { lead_id, attorney_id: firm.attorney.id, type: "Initial", start_at, duration_min: 60 };
      return send(bookConsultation, { body });
    },
    /** Delivers a body of the source's sender under an external id. */
    deliver: (externalId: string, changes: object = {}) =>
      deliver(firm.source.secret, { ...GRACE, externalId, ...changes }),
    expectConsistentLeads: async () => expect(findMergeViolations(await scanItems(table))).toEqual([]),
  };
};
