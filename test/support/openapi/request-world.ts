import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Table } from "../../../shared/table/table.ts";
import { definitionOf } from "../endpoints.ts";
import { everyEndpoint } from "../every-endpoint.ts";
import type { ApiRequest } from "../http-call.ts";
import { ADA } from "../leads.ts";
import { MEETING } from "../links.ts";

/** Longer than any consultation. */
const SLOT_MILLISECONDS = 2 * 86_400_000;

/** The key of a type whose pool is everybody. */
export const CONSULTATION_TYPE = "initial";

/** Creates a firm for the requests of one operation. */
export const requestWorld = async (table: Table) => {
  const api = await everyEndpoint(table);
  const booking = Object(api.requestOf(definitionOf("book-consultation")).body);
  let slots = 0;
  /** Returns a slot that no other request has. */
  const nextSlot = () => new Date(Date.UTC(2060, 0, 1) + SLOT_MILLISECONDS * slots++).toISOString();
  const send = (name: string, request: ApiRequest) => api.send(definitionOf(name), request);
  const created = async (name: string, body: object) => (await send(name, { body })).body.id;

  const type = { key: CONSULTATION_TYPE, name: "Initial", duration_min: 60 };
  await send("update-firm", { body: { consultation_types: [type, MEETING] } });

  const newRecords: Record<string, () => Promise<string>> = {
    consultations: () => created("book-consultation", { ...booking, start_at: nextSlot() }),
    holds: () => {
      const { attorney_id, duration_min } = booking;
      return created("create-hold", { attorney_id, duration_min, start_at: nextSlot() });
    },
  };

  /** Returns path parameters with a record that no other request has changed or deleted. */
  const newParams = async (name: string): Promise<Record<string, string>> => {
    const definition = definitionOf(name);
    const [, , noun = ""] = definition.path.split("/");
    const create = newRecords[noun];
    if (create && definition.path.includes("{id}")) return { id: await create() };
    return api.paramsOf(definition);
  };

  /** Ends a record that counts against a limit of the firm. */
  const discard = async (name: string, id: string): Promise<void> => {
    const discards: Record<string, string> = {
      "create-hold": "delete-hold",
      "create-webhook": "delete-webhook",
    };
    const discarding = discards[name];
    if (discarding !== undefined) await send(discarding, { params: { id } });
  };

  const { body: log } = await send("list-events", {});
  const { deliveryId = "" } = await api.paramsOf(definitionOf("replay-inbound-delivery"));
  const ids: Ids = {
    lead: booking.lead_id,
    otherLead: await created("create-lead", ADA),
    attorney: booking.attorney_id,
    consultation: await created("book-consultation", { ...booking, start_at: nextSlot() }),
    delivery: deliveryId,
  };
  return { ...api, send, newParams, discard, nextSlot, ids, latest: String(log.latest) };
};

type Ids = Readonly<Record<"lead" | "otherLead" | "attorney" | "consultation" | "delivery", string>>;

export type RequestWorld = Awaited<ReturnType<typeof requestWorld>>;

/** Returns everything that is stored of a firm, except the permits of keys, which every request uses. */
export const storedState = async ({ client, name: TableName }: Table, firm: FirmId): Promise<string[]> => {
  const state: string[] = [];
  const pages = paginateScan(
    { client },
    {
      TableName,
      ConsistentRead: true,
      FilterExpression: "contains(pk, :firm) AND attribute_not_exists(windowUsed)",
      ExpressionAttributeValues: { ":firm": firm },
    },
  );
  for await (const { Items = [] } of pages) state.push(...Items.map((item) => JSON.stringify(item)));
  return state.sort();
};
