import { ENDPOINTS } from "../../shared/endpoints.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import type { Table } from "../../shared/table/table.ts";
import { ROUND_THE_CLOCK_IN_UTC } from "./booking-fixture.ts";
import { conflictIn, setGate } from "./conflict-gate.ts";
import { definitionOf } from "./endpoints.ts";
import { logEvents, newEvent } from "./events.ts";
import { everyEndpoint } from "./every-endpoint.ts";
import { addMember } from "./firms.ts";
import type { ApiRequest, ApiResponse } from "./http-call.ts";
import { GRACE } from "./ingestion.ts";
import { putLead } from "./leads.ts";
import { cookieOf, fromDesk } from "./sessions.ts";
import { storeDelivery } from "./webhook-deliveries.ts";
import { storeWebhook } from "./webhooks.ts";

/**
 * Creates a firm with records of each kind. Returns requests of its endpoints: the usual ones, or ones with these parts
 * replaced.
 */
export const writeWorld = async (table: Table) => {
  const api = await everyEndpoint(table);
  const requestOf = async (name: string, parts: ApiRequest = {}): Promise<ApiRequest> => {
    const definition = definitionOf(name);
    const params = parts.params ?? (await api.paramsOf(definition));
    const key = parts.key ?? (await api.keyFor(definition));
    return { ...api.requestOf(definition), ...parts, params, key };
  };
  // Creates the records that all requests share.
  await requestOf("replay-inbound-delivery");
  await requestOf("redeliver-webhook");
  return {
    table,
    firmId: api.firmId,
    requestOf,
    answerTo: (name: string, request: ApiRequest): Promise<ApiResponse> =>
      api.send(definitionOf(name), request),
    /** Sends a request before the tested one. */
    given: async (name: string, parts?: ApiRequest): Promise<ApiResponse["body"]> =>
      (await api.send(definitionOf(name), await requestOf(name, parts))).body,
  };
};

export type WriteWorld = Awaited<ReturnType<typeof writeWorld>>;

type Parts = (world: WriteWorld) => ApiRequest | Promise<ApiRequest>;

const USUAL: Parts = () => ({});
const KEYED: Parts = () => ({ headers: { "idempotency-key": "once" } });
const withBody =
  (body: object): Parts =>
  () => ({ body });

/** Delivers a body to a new source that has received the others before. */
const delivered =
  (body: unknown, ...before: readonly unknown[]): Parts =>
  async ({ given }) => {
    const { ingestion_key: key } = await given("create-source");
    for (const each of before) await given("create-lead", { key, body: each });
    return { key, body };
  };

/** Replays the last delivery of a new source that has received these bodies. */
const replayed =
  (...bodies: readonly unknown[]): Parts =>
  async ({ given }) => {
    const { id, ingestion_key: key } = await given("create-source");
    for (const body of bodies) await given("create-lead", { key, body });
    const { data } = await given("list-inbound-deliveries", { params: { id } });
    return { params: { id, deliveryId: data[0].id } };
  };

/** Takes a record that another request has created or changed. */
const after =
  (name: string): Parts =>
  async ({ given }) => ({ params: { id: (await given(name)).id } });

const recovered =
  (
    body: object,
    prepare: (world: WriteWorld, webhook: Awaited<ReturnType<typeof storeWebhook>>) => unknown,
  ): Parts =>
  async (world) => {
    const webhook = await storeWebhook(world.table, world.firmId);
    await prepare(world, webhook);
    return { params: { id: webhook.id }, body: { since: "2026-11-01T00:00:00Z", ...body } };
  };

const MURRAY = { ...GRACE, lastName: "Murray" };
/** Rejected at first, but not when replayed. */
const TOO_LARGE = { ...MURRAY, padding: "x".repeat(LIMITS.bodyBytes) };
const HOLIDAY = { start_date: "2056-01-01", end_date: "2056-01-01", name: "New Year" };

/** Lets the conflict gate judge a request. A client's lead was never checked. */
const throughGate =
  (name: string, required: "all" | "none"): Parts =>
  async ({ table, firmId, requestOf }) => {
    await setGate(table, firmId, { required });
    if (required === "none") return {};
    const { id: lead_id } = await putLead(table, firmId, { conflict: conflictIn("cleared") });
    const { body } = await requestOf(name);
    return { body: { ...Object(body), lead_id } };
  };

/** The requests to test, by endpoint; other endpoints have only the usual one. */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, Parts>>>> = {
  "create-lead": {
    "": USUAL,
    "with an Idempotency-Key": KEYED,
    "by a delivery": delivered(GRACE),
    "by a delivery that changes one": delivered(MURRAY, GRACE),
    "by a delivery that repeats another": delivered(GRACE, GRACE),
    "by a delivery that is rejected": delivered({ lastName: "Hopper" }),
  },
  "update-lead": { "": withBody({ first_name: "Eve", status: "contacted" }) },
  "unarchive-lead": { "": after("archive-lead") },
  "put-conflict-entry": {
    "that creates one": () => ({ params: { key: "new" } }),
    "that changes one": withBody({ name: "Other", role: "adverse" }),
  },
  "merge-lead": {
    "": async ({ table, firmId, given, requestOf }) => {
      const { id: from } = await putLead(table, firmId, { phone: "+12125550123" });
      const { body } = await requestOf("book-consultation");
      await given("book-consultation", { body: { ...Object(body), lead_id: from } });
      return { body: { from } };
    },
  },
  "book-consultation": {
    "": USUAL,
    "with an Idempotency-Key": KEYED,
    "of a hold": async ({ given, requestOf }) => {
      const { id: hold_id, start_at } = await given("create-hold");
      const { body } = await requestOf("book-consultation");
      return { body: { ...Object(body), hold_id, start_at } };
    },
    "through the conflict gate": throughGate("book-consultation", "all"),
  },
  "update-consultation": {
    "that changes the duration": USUAL,
    "that takes another attorney and other days": async ({ table, firmId }) => {
      const { id } = await addMember(table, firmId, ROUND_THE_CLOCK_IN_UTC);
      return { body: { attorney_id: id, start_at: "2056-03-07T23:30:00Z" } };
    },
    "that cancels": withBody({ status: "canceled" }),
  },
  "unarchive-consultation": { "": after("archive-consultation") },
  "create-hold": {
    "": USUAL,
    "with an Idempotency-Key": KEYED,
    "through the conflict gate": throughGate("create-hold", "all"),
  },
  "book-by-link": { "": USUAL, "through the conflict gate": throughGate("book-by-link", "none") },
  "update-by-link": {
    "that moves": USUAL,
    "that cancels": withBody({ status: "canceled" }),
    "that moves through the conflict gate": throughGate("update-by-link", "none"),
  },
  "update-firm": {
    "that enables the conflict gate": withBody({ conflict_gate: { enabled: true } }),
    "with a holiday": withBody({ holidays: [HOLIDAY] }),
    "without a stage": async ({ given }) => {
      const { stages } = await given("get-firm");
      return { body: { stages: stages.slice(0, -1) } };
    },
  },
  "update-member": { "": withBody({ role: "Partner" }) },
  "delete-session": {
    "": async ({ requestOf, answerTo }) => {
      const signedIn = await answerTo("create-session", await requestOf("create-session"));
      return { key: "", ...fromDesk(cookieOf(signedIn)) };
    },
  },
  "update-key": {
    "its name": withBody({ name: "Other" }),
    "its scopes": withBody({ scopes: ["leads:write"] }),
  },
  "update-source": { "": withBody({ name: "Other", enabled: false }) },
  "replay-inbound-delivery": { "of a repetition": USUAL, "that changes a lead": replayed(GRACE, TOO_LARGE) },
  "replay-inbound-deliveries": {
    "": async (world) => {
      const { id } = Object(await replayed(TOO_LARGE)(world)).params;
      return { params: { id } };
    },
  },
  "recover-deliveries": {
    "that were skipped": recovered({}, ({ table, firmId }, webhook) =>
      storeDelivery(table, firmId, webhook, { state: "skipped" }),
    ),
    "that were never made": recovered({ missing: true }, ({ table, firmId }) =>
      logEvents(table, firmId, [newEvent()]),
    ),
  },
};

/** Every endpoint that writes, with each tested request. */
export const WRITE_OPERATIONS = ENDPOINTS.filter(
  ({ method, name }) => method !== "GET" && name !== "preview-inbound-delivery",
).flatMap(({ name }) =>
  Object.entries(REQUESTS[name] ?? { "": USUAL }).map(([what, parts]) => ({
    name,
    title: `${name} ${what}`.trim(),
    prepare: async (world: WriteWorld) => world.requestOf(name, await parts(world)),
  })),
);

export type WriteOperation = (typeof WRITE_OPERATIONS)[number];
