import { SCOPES } from "../../../shared/api/endpoint-definition.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { type ApiRequest, httpEvent } from "../../support/http-call.ts";
import { storePendingDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";
import { storeLead, storeLeads, type World } from "../world.ts";

/** A function and an event for it, which can be repeated. */
export type ProcessorScenario = {
  readonly name: string;
  /** Returns a new event at each call, so that the database can answer each. */
  readonly event: () => Promise<object>;
  /** True if requests after the first are also measured. */
  readonly warm: boolean;
  /** True if the bare handler has a client of the queue. */
  readonly queue: boolean;
};

const DAY_MILLISECONDS = 86_400_000;
const PAGE = 50;
const LEAD = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

/** @param receiver the URL of the webhook */
export const processorScenarios = async (world: World, receiver: string): Promise<ProcessorScenario[]> => {
  const { table, firmId } = world;
  const key = await addKey(table, firmId, {
    scopes: [...SCOPES],
    requestsPerMinute: 1_000_000,
    permitsPerLease: 100_000,
  });
  const hours = { timeZone: "UTC", officeHours: ROUND_THE_CLOCK };
  const attorney = await addMember(table, firmId, hours);
  const lead = await storeLead(world);
  await storeLeads(world, PAGE);
  const webhook = await storeWebhook(table, firmId, { url: receiver });
  const httpScenario = (name: string, request: () => Omit<ApiRequest, "key">) => {
    const event = async () => httpEvent({ ...request(), key });
    return { name, event, warm: true, queue: false };
  };
  let day = Math.ceil(Date.now() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const booking = () => {
    day += 3 * DAY_MILLISECONDS;
    const slot = { start_at: new Date(day).toISOString(), duration_min: 60 };
    return { lead_id: lead.id, attorney_id: attorney.id, type: "Initial", ...slot };
  };
  const delivery = async () => {
    const { message } = await storePendingDelivery(table, firmId, webhook, Date.now());
    return { Records: [{ messageId: "1", body: JSON.stringify(message) }] };
  };
  return [
    httpScenario("create-lead", () => ({ method: "POST", body: LEAD })),
    httpScenario("book-consultation", () => ({ method: "POST", body: booking() })),
    httpScenario("list-leads", () => ({})),
    { name: "deliver-webhook", event: delivery, warm: false, queue: true },
  ];
};
