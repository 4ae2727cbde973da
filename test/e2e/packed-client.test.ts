import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { installPackedClient } from "../support/packed-client.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { readJson, shareDemo } from "./spawned-service.ts";

type ClientModule = typeof import("../../client/src/index.ts");
type WebhooksModule = typeof import("../../client/src/webhooks.ts");

const ROOT = join(import.meta.dirname, "../..");
const DAY_MILLISECONDS = 86_400_000;

jest.setTimeout(600_000);
useReceivers();

let directory: string;
let client: ClientModule;
let webhooks: WebhooksModule;
let intake: ReturnType<ClientModule["createIntakeClient"]>;

beforeAll(async () => {
  const { installed } = installPackedClient();
  client = await import(join(installed, "dist/index.js"));
  webhooks = await import(join(installed, "dist/webhooks.js"));
  directory = await shareDemo();
});
// A firm for each test, whose log has no event of another one.
beforeEach(() => {
  const baseUrl = String(readJson(directory, "demo.json").base_url);
  intake = client.createIntakeClient({ baseUrl, apiKey: createFirm() });
});

/** Makes a firm as an operator does. @returns its API key */
const createFirm = (): string => {
  const options = ["--name", "Doe & Partners", "--time-zone", "America/New_York", "--json"];
  const printed = execFileSync("npm", ["run", "--silent", "operator", "--", "firm", "create", ...options], {
    cwd: ROOT,
    env: { ...process.env, INTAKE_LOCAL_DIR: directory },
    encoding: "utf8",
  });
  return JSON.parse(printed).api_key;
};

const createLead = (last_name: string, idempotencyKey = last_name) =>
  intake.createLead(
    { body: { first_name: "Zenobia", last_name, email: "zenobia@example.com", source: "website" } },
    { idempotencyKey },
  );

const createAttorney = () =>
  intake.createMember({
    body: {
      name: "Ada Attorney",
      schedulable: true,
      time_zone: "America/New_York",
      office_hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: "00:00", end: "24:00" })),
    },
  });

const idsOf = async (records: AsyncIterable<{ id: string }>) => {
  const ids: string[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
};

/** The instant at 15:00 UTC, `days` days from now. */
const daysAhead = (days: number) => {
  const instant = new Date(Date.now() + days * DAY_MILLISECONDS);
  instant.setUTCHours(15, 0, 0, 0);
  return instant.toISOString();
};

describe("the packed client, against the whole service", () => {
  it("creates each lead once and pages through the leads", async () => {
    const ids: string[] = [];
    for (const name of ["One", "Two", "Three"]) ids.unshift((await createLead(name)).id);
    expect((await createLead("Three")).id).toBe(ids[0]);
    expect(await idsOf(intake.listLeads.items({ query: { limit: 2 } }))).toEqual(ids);
    await intake.archiveLead({ path: { id: ids[0] ?? "" } });
    expect(await idsOf(intake.listLeads.items({ query: { archived: "true" } }))).toEqual([ids[0]]);
  });

  it("books, reschedules, books another slot when one is taken, and receives the events", async () => {
    const start = intake.followEvents();
    expect(await idsOf(start)).toEqual([]);
    const { url, received } = await startReceiver();
    const { secret } = await intake.createWebhook({ body: { url, events: ["consultation.booked"] } });
    const [lead, attorney] = [await createLead("Four"), await createAttorney()];
    const appointment = {
      lead_id: lead.id,
      attorney_id: attorney.id,
      type: "First meeting",
      start_at: daysAhead(7),
      duration_min: 60,
    };

    const booked = await intake.bookConsultation({ body: appointment });
    const moved = await intake.updateConsultation({
      path: { id: booked.id },
      body: { start_at: daysAhead(8) },
    });
    expect(moved).toMatchObject({ id: booked.id, status: "rescheduled", start_at: daysAhead(8) });

    const taken = { ...appointment, start_at: moved.start_at };
    const refusal = await intake.bookConsultation({ body: taken }).catch((error: unknown) => error);
    if (!(refusal instanceof client.IntakeApiError)) throw refusal;
    expect(refusal).toMatchObject({ code: "slot_unavailable", status: 409 });
    const [start_at = ""] = refusal.nextAvailable;
    const second = await intake.bookConsultation({ body: { ...appointment, start_at } });
    expect(second.start_at).toBe(start_at);
    expect(Date.parse(start_at)).toBeGreaterThan(Date.parse(moved.start_at));

    await eventually(() => received.length).toBe(2);
    const events = received.map(({ headers, body }) => webhooks.verifyWebhook({ secret, headers, body }));
    expect(events.map(({ type, data }) => [type, "id" in data && data.id]).sort()).toEqual(
      [booked.id, second.id].map((id) => ["consultation.booked", id]).sort(),
    );
    const [{ headers = {}, body = "" } = {}] = received;
    expect(() => webhooks.verifyWebhook({ secret, headers, body: `${body} ` })).toThrow(
      webhooks.WebhookVerificationError,
    );

    await eventually(() => typesAfter(start.position)).toEqual([
      "consultation.booked",
      "consultation.booked",
      "consultation.rescheduled",
      "lead.created",
    ]);
  });

  it("reports why the service refuses a request", async () => {
    await expect(intake.getLead({ path: { id: crypto.randomUUID() } })).rejects.toMatchObject({
      name: "IntakeApiError",
      code: "not_found",
    });
    const invalid = intake.createLead({ body: { first_name: "", last_name: "Doe", source: "website" } });
    await expect(invalid).rejects.toMatchObject({
      code: "invalid_request",
      details: expect.arrayContaining([{ field: "first_name", message: "is required" }]),
    });
  });
});

const typesAfter = async (after: string | null) => {
  const types: string[] = [];
  for await (const { type } of intake.followEvents({ after: after ?? "" })) types.push(type);
  return types.sort();
};
