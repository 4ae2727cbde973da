import { describedEndpoint, withIds } from "../../lib/documents/openapi/examples/described-endpoints.ts";
import { type EndpointDefinition, SCOPES } from "../../shared/api/endpoint-definition.ts";
import type { Table } from "../../shared/table/table.ts";
import { setGate } from "./conflict-gate.ts";
import { ROUND_THE_CLOCK } from "./consultations.ts";
import { definitionOf, handlerOf } from "./endpoints.ts";
import { addKey, addMember, newFirm } from "./firms.ts";
import { type ApiRequest, call } from "./http-call.ts";
import { deliver, listInboundDeliveries } from "./ingestion.ts";
import { ADA, putLead } from "./leads.ts";
import { MEETING, SELF_SERVICE, tokenOf } from "./links.ts";
import { createTestSource } from "./sources.ts";
import { storePendingDelivery } from "./webhook-deliveries.ts";
import { storeWebhook } from "./webhooks.ts";

/** Endpoints of records of which a member may have only a few, or that the request deletes. */
const OF_NEW_MEMBERS = [
  "create-calendar-link",
  "delete-calendar-link",
  "create-feed",
  "delete-feed",
  "delete-busy-calendar",
  "create-sign-in-link",
  "end-session",
];

/** Creates a firm with one record of each kind. Returns it with a valid request of each endpoint. */
export const everyEndpoint = async (table: Table) => {
  const { firmId, apiKey, attorney } = await newFirm(table);
  const key = await addKey(table, firmId, {
    scopes: [...SCOPES],
    requestsPerMinute: 1_000_000,
    permitsPerLease: 1_000,
  });
  const { id: lead } = await putLead(table, firmId);
  const { id: duplicate } = await putLead(table, firmId);
  const ids = { lead, otherLead: duplicate, attorney: attorney.id };
  const requests = validRequests(ids);
  const requestOf = (name: string): ApiRequest => requests[name]?.() ?? exampleRequest(name, ids);
  const send = async (name: string, request: Partial<ApiRequest>) =>
    call(await handlerOf(definitionOf(name)), { key, ...request });
  await send("update-member", { params: { id: attorney.id }, body: { office_hours: ROUND_THE_CLOCK } });
  await send("update-firm", { body: SELF_SERVICE });
  await setGate(table, firmId, { required: "none" });

  /** A source with two deliveries, and a webhook with a delivery, which few endpoints need. */
  const source = once(async () => {
    const { id, secret } = await createTestSource(apiKey);
    await deliver(secret);
    const [{ id: deliveryId }] = await listInboundDeliveries(apiKey, id);
    await deliver(secret, {});
    const [{ id: rejectedId }] = await listInboundDeliveries(apiKey, id, { outcome: "rejected" });
    return { id, deliveryId, rejectedId };
  });
  const webhook = once(async () => {
    const stored = await storeWebhook(table, firmId);
    const { delivery } = await storePendingDelivery(table, firmId, stored, Date.now());
    return { id: stored.id, deliveryId: delivery.id };
  });

  const newMember = async () => (await addMember(table, firmId, { access: "read" })).id;
  const member = await addMember(table, firmId, { access: "read" });

  const created = async (name: string): Promise<string> => (await send(name, requestOf(name))).body.id;

  const idOf: Record<string, (name: string) => Promise<string> | string> = {
    leads: () => lead,
    attorneys: (name) => (OF_NEW_MEMBERS.includes(name) ? newMember() : attorney.id),
    members: (name) => (OF_NEW_MEMBERS.includes(name) ? newMember() : attorney.id),
    sources: async () => (await source()).id,
    consultations: () => created("book-consultation"),
    holds: () => created("create-hold"),
    keys: () => created("create-key"),
    events: async () => (await webhook()).deliveryId,
    webhooks: async (name) =>
      (name === "delete-webhook" ? await storeWebhook(table, firmId) : await webhook()).id,
  };

  const deliveryIdOf = async (noun: string) => (await (noun === "sources" ? source() : webhook())).deliveryId;

  const newLink = async (body: object) =>
    (await send("create-link", { params: { id: lead }, body: { attorney_id: attorney.id, ...body } })).body;

  /**
   * Creates a link to book a consultation, or to manage one.
   * @returns its key
   */
  const linkKey = async ({ name }: EndpointDefinition): Promise<string> => {
    const manages = ["update-by-link", "get-link-calendar-file"].includes(name);
    const body = manages
      ? { attorney_id: undefined, consultation_id: await created("book-consultation") }
      : { type: MEETING.key };
    return tokenOf((await newLink(body)).url);
  };

  const newCalendarLink = async (id: string) =>
    (await send("create-calendar-link", { params: { id }, body: {} })).body;

  /** Returns the key of one calendar link: a member may have only a few. */
  const calendarKey = once(async () => String((await newCalendarLink(attorney.id)).url).replace(/^.*=/, ""));

  /** Returns the token of a new sign-in link. */
  const signInToken = async (): Promise<string> =>
    tokenOf((await send("create-sign-in-link", { params: { id: member.id } })).body.url);

  const newEntry = async () => {
    const key = `entry-${serial++}`;
    await send("put-conflict-entry", { ...requestOf("put-conflict-entry"), params: { key } });
    return key;
  };

  const newCalendar = async (id: string) => {
    const calendar = "court";
    await send("push-busy-times", { params: { id, calendar }, body: pushToday(READ_AT - 1) });
    return calendar;
  };

  /** Return the other parameter of a path, by its name. */
  const partOf: Record<
    string,
    (id: string, noun: string, name: string) => Promise<string> | string | undefined
  > = {
    linkId: async (id, noun) =>
      (await (noun === "leads" ? newLink({ type: MEETING.key }) : newCalendarLink(id))).id,
    feedId: async (id) =>
      (await send("create-feed", { ...requestOf("create-feed"), params: { id } })).body.id,
    calendar: newCalendar,
    checkId: async (id) => (await send("create-conflict-check", { params: { id } })).body.id,
    sessionId: async (id) => {
      const link = await send("create-sign-in-link", { params: { id } });
      await send("create-session", { key: tokenOf(link.body.url), body: {} });
      return (await send("list-sessions", { params: { id } })).body.data[0].id;
    },
    deliveryId: async (_id, noun, name) =>
      name === "dismiss-inbound-delivery" ? (await source()).rejectedId : deliveryIdOf(noun),
  };

  const keyFor = async (definition: EndpointDefinition) =>
    ({ api: () => key, link: linkKey, calendar: calendarKey, sign_in: signInToken })[
      definition.keyKind ?? "api"
    ](definition);

  /** Returns path parameters of an endpoint. A record that the request itself ends or deletes is new each time. */
  const paramsOf = async ({ path, name }: EndpointDefinition): Promise<Record<string, string>> => {
    if (path.includes("{key}")) return { key: await newEntry() };
    if (!path.includes("{id}")) return {};
    const noun = String(path.split("/")[2]);
    const id = String(await idOf[noun]?.(name));
    const part = Object.keys(partOf).find((each) => path.includes(`{${each}}`));
    return part === undefined ? { id } : { id, [part]: String(await partOf[part]?.(id, noun, name)) };
  };

  return {
    firmId,
    key,
    /** Returns a key that may call an endpoint; for a link's endpoint, the key of a new link. */
    keyFor,
    paramsOf,
    /** Returns a request that succeeds, even after earlier ones. */
    requestOf: ({ name }: EndpointDefinition) => requestOf(name),
    send: async (definition: EndpointDefinition, request: ApiRequest) =>
      call(await handlerOf(definition), { ...request, key: request.key ?? (await keyFor(definition)) }),
  };
};

/** Returns a function that creates something at its first call, and returns it at each. */
const once = <Value>(create: () => Promise<Value>): (() => Promise<Value>) => {
  let created: Promise<Value> | undefined;
  return () => (created ??= create());
};

let serial = 0;

/** Returns an hour that no other request has. */
const nextHour = () => new Date(Date.UTC(2055, 0, 1) + 3_600_000 * serial++).toISOString();

/** A day of free slots. */
const DAY = { from: "2055-03-01T00:00:00Z", to: "2055-03-02T00:00:00Z" };

/** The instant of every push: a test may move the clock. */
const READ_AT = Date.now() - 3_600_000;

/** Returns a push without busy times, so that it blocks no other request. */
const pushToday = (readAt = READ_AT) => {
  const [from, to, as_of] = [Date.now(), Date.now() + 3_600_000, readAt].map((at) =>
    new Date(at).toISOString(),
  );
  return { from, to, busy: [], as_of };
};

type Requests = Readonly<Record<string, () => ApiRequest>>;

type Ids = Readonly<Record<"lead" | "otherLead" | "attorney", string>>;

/** Returns the example in an endpoint's description, with ids of the firm. */
const exampleRequest = (name: string, ids: Ids): ApiRequest => {
  const { body } = describedEndpoint(name);
  return body === undefined ? {} : { body: withIds(body, ids) };
};

/** Returns requests that differ from the examples, to have a free slot or a state that another request needs. */
const validRequests = ({ lead, attorney }: Ids): Requests => {
  const slot = () => ({ attorney_id: attorney, start_at: nextHour(), duration_min: 60 });
  return {
    "create-lead": () => ({ body: ADA }),
    "look-up-leads": () => ({ query: { email: ADA.email } }),
    "update-lead": () => ({ body: { first_name: "Ada" } }),
    "create-link": () => ({ body: { type: MEETING.key } }),
    "get-link-availability": () => ({ query: DAY }),
    "book-by-link": () => ({ body: { start_at: nextHour() } }),
    "update-by-link": () => ({ body: { start_at: nextHour() } }),
    "book-consultation": () => ({ body: { lead_id: lead, type: "Initial", ...slot() } }),
    "update-consultation": () => ({ body: { duration_min: 45 } }),
    "create-hold": () => ({ body: { ...slot(), seconds: 30 } }),
    "record-payment": () => ({ body: { paid: true } }),
    "get-calendar": () => ({ query: DAY }),
    "push-busy-times": () => ({ body: pushToday() }),
    "find-availability": () => ({ query: { ...DAY, duration_min: "60" } }),
    "get-availability": () => ({ query: { ...DAY, duration_min: "60" } }),
    "update-firm": () => ({ body: { holidays: [] } }),
    "create-member": () => ({ body: { name: "Pat" } }),
    "update-member": () => ({ body: { role: "attorney" } }),
    "create-source": () => ({ body: { key: `form-${serial++}`, name: "Form" } }),
    "update-source": () => ({ body: { name: "Form" } }),
    "rotate-source-key": () => ({ body: {} }),
    "preview-inbound-delivery": () => ({ body: { payload: {} } }),
    "replay-inbound-deliveries": () => ({ body: { since: "2026-11-01T00:00:00Z", outcome: "rejected" } }),
    "create-key": () => ({ body: { name: "Key", scopes: ["settings:write"] } }),
    "update-key": () => ({ body: { name: "Key" } }),
    "create-webhook": () => ({ body: { url: "https://hooks.invalid/intake", events: ["*"] } }),
    "update-webhook": () => ({ body: { description: "Hook" } }),
  };
};
