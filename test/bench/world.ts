import { BatchWriteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { bookedItems } from "../support/booked-consultations.ts";
import { changeAt } from "../support/changes.ts";
import { newFirm } from "../support/firms.ts";
import type { ApiRequest } from "../support/http-call.ts";
import { newLead } from "../support/leads.ts";

/** A firm with an attorney, and a direct connection to the table, whose calls are not counted. */
export type World = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly attorney: Member;
};

/** One way to call an endpoint. */
export type Scenario = {
  readonly endpoint: string;
  readonly label: string;
  /** Creates the request of the cold and of the warm call. */
  readonly call: () => Promise<Omit<ApiRequest, "key">> | Omit<ApiRequest, "key">;
  /** The firm whose data the call uses. */
  readonly world: World;
  readonly status: number;
  /** Creates the caller's key; by default one with every scope. */
  readonly key?: () => Promise<string>;
  /** Makes calls of the table in parallel, which count as one round trip. */
  readonly inParallel?: true;
  /** Round trips to the table that a warm call may make. */
  readonly maxRoundTrips: number;
  /** Round trips in a row of a call whose lease and cached records have expired; by default one more. */
  readonly maxQuietRoundTrips?: number;
  /** Round trips in a row of the first call of an instance; by default one more than a quiet one's. */
  readonly maxColdRoundTrips?: number;
  /** Write units that a warm call may consume. */
  readonly maxWriteUnits?: number;
};

/** A scenario as a row of a table. `more` has the fields that few rows need. */
/** One kind of invocation of a function that no caller waits for. */
export type ConsumerScenario = {
  readonly endpoint: string;
  readonly label: string;
  /** Round trips to the table that a warm invocation may make. */
  readonly maxRoundTrips: number;
  /** Round trips of a cold invocation; by default one more. */
  readonly maxColdRoundTrips?: number;
  readonly maxWriteUnits?: number;
  /** Makes calls of the table in parallel, which count as one round trip. */
  readonly inParallel?: true;
  /** Creates the event of the cold and of the warm invocation. */
  readonly event: () => Promise<object> | object;
};

type Row = readonly [
  endpoint: string,
  label: string,
  maxRoundTrips: number,
  call: Scenario["call"],
  more?: Partial<Scenario>,
];

/** Returns the scenarios of a world. A call expects its endpoint's status unless its row names another one. */
export const scenariosOf = (world: World, rows: readonly Row[]): Scenario[] =>
  rows.map(([endpoint, label, maxRoundTrips, call, more]) => {
    const status = ENDPOINTS.find(({ name }) => name === endpoint)?.response.status ?? 200;
    return { world, endpoint, label, maxRoundTrips, call, status, ...more };
  });

export const newWorld = async (table: Table): Promise<World> => {
  const { firmId, attorney } = await newFirm(table);
  return { table, firmId, attorney };
};

export const storeLead = async ({ table, firmId }: World, changes: Partial<Lead> = {}): Promise<Lead> => {
  const lead = { ...newSampleLead(), ...changes };
  await table.client.send(new PutCommand({ TableName: table.name, Item: toItem(firmId, lead) }));
  return lead;
};

const BATCH = 25;
const CONCURRENCY = 8;

export const storeLeads = ({ table, firmId }: World, count: number): Promise<void> =>
  storeItems(table, count, () => toItem(firmId, newSampleLead()));

/** Stores this many items in batches. */
export const storeItems = async (
  table: Table,
  count: number,
  newItem: (index: number) => Item,
): Promise<void> => {
  let stored = 0;
  const fill = async () => {
    while (stored < count) {
      const [from, size] = [stored, Math.min(BATCH, count - stored)];
      stored += size;
      const requests = Array.from({ length: size }, (_, index) => ({
        PutRequest: { Item: newItem(from + index) },
      }));
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fill));
};

/** Stores consultations with the days that hold their slots. */
export const storeBooked = async ({ table, firmId }: World, consultations: readonly Consultation[]) => {
  const items = bookedItems(firmId, consultations);
  await storeItems(table, items.length, (index) => items[index] ?? {});
};

const toItem = (firmId: FirmId, lead: Lead) => leadToItem(firmId, lead, changeAt(Date.now()));

export const newSampleLead = (): Lead =>
  newLead({
    phone: "+12125550123",
    lastActivityAt: new Date().toISOString(),
    data: { case_type: "Family", summary: "Asks for advice." },
  });
