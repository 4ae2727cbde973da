import { BatchWriteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Lead } from "../../shared/domain/leads/lead.ts";
import type { Member } from "../../shared/domain/members/member.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { leadToItem } from "../../shared/storage/leads/lead-item.ts";
import { newFirm } from "../support/firms.ts";
import type { ApiRequest } from "../support/http-call.ts";

/** What the scenarios run in: a firm with an attorney, reached past the functions and uncounted. */
export type World = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly attorney: Member;
};

/** One way to call an endpoint; its calls are made anew each time, cold and warm. */
export type Scenario = {
  readonly endpoint: string;
  readonly label: string;
  readonly call: () => Promise<Omit<ApiRequest, "key">> | Omit<ApiRequest, "key">;
  /** Whose data it works on. */
  readonly world: World;
  readonly status: number;
  /** Who calls; a key with every scope unless told. */
  readonly key?: () => Promise<string>;
  /** Round trips to the store that a warm call may make. */
  readonly roundTripsAtMost: number;
};

export const newWorld = async (table: Table): Promise<World> => {
  const { firmId, attorney } = await newFirm(table);
  return { table, firmId, attorney };
};

export const storeLead = async ({ table, firmId }: World, changes: Partial<Lead> = {}): Promise<Lead> => {
  const lead = { ...sampleLead(), ...changes };
  await table.client.send(new PutCommand({ TableName: table.name, Item: itemOf(firmId, lead) }));
  return lead;
};

const BATCH = 25;
const PARALLEL = 8;

/** Fills a firm with leads, in batches. */
export const storeLeads = async ({ table, firmId }: World, count: number): Promise<void> => {
  let left = count;
  const fill = async () => {
    while (left > 0) {
      const size = Math.min(BATCH, left);
      left -= size;
      const requests = Array.from({ length: size }, () => ({
        PutRequest: { Item: itemOf(firmId, sampleLead()) },
      }));
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, fill));
};

const itemOf = (firmId: FirmId, lead: Lead) => leadToItem(firmId, lead, newRecordId(Date.now()));

const sampleLead = (): Lead => ({
  id: newRecordId(Date.now()),
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "+12125550123",
  source: "website",
  stage: "new",
  assigneeId: null,
  archived: false,
  lastActivityAt: new Date().toISOString(),
  data: { case_type: "Family", summary: "Asks for advice." },
  revision: 1,
});
