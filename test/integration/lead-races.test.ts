import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as unarchiveLead } from "../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { useBus } from "../support/event-bus.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { ADA, countLeads } from "../support/leads.ts";
import { sendTogether } from "../support/simulated-time.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable({ stream: true });
const FIELDS = Array.from({ length: 20 }, (_, index) => ({
  key: `field_${index}`,
  label: "",
  type: "number" as const,
  options: [],
}));
const bus = useBus();
const firm = useFirm(table, beforeEach, { leadFields: FIELDS });
const distinct = (responses: ApiResponse[], of: (response: ApiResponse) => unknown) => [
  ...new Set(responses.map((response) => JSON.stringify(of(response)))),
];

type Event = { id: string; sequence: number; data: { id: string }; previous: Record<string, unknown> };

/** Publishes the table's stream and returns one lead's events, oldest first. */
const eventsOf = async (leadId: string) => {
  expect(await publishEvents({ Records: await readStreamRecords(table) })).toEqual({ batchItemFailures: [] });
  return bus
    .entries()
    .map(({ DetailType, Detail = "" }) => ({ type: DetailType, ...(JSON.parse(Detail) as Event) }))
    .filter(({ data }) => data.id === leadId);
};

describe("concurrently", () => {
  it("12 creates with one Idempotency-Key create one lead and one event, and return 12 equal bodies", async () => {
    const headers = { "idempotency-key": "one" };
    const responses = await sendTogether(12, (_, context) =>
      firm.send(createLead, { headers, body: ADA }, context),
    );
    expect(distinct(responses, ({ status }) => status)).toEqual(["201"]);
    expect(distinct(responses, ({ body }) => body)).toHaveLength(1);
    expect(
      responses.filter((response) => response.headers["idempotent-replayed"] === undefined),
    ).toHaveLength(1);
    expect(await countLeads(table, firm.firmId)).toBe(1);
    expect((await eventsOf(responses[0]?.body.id)).map(({ type }) => type)).toEqual(["lead.created"]);
  });

  it("12 creates with one Idempotency-Key and two bodies create one lead and reject the other body", async () => {
    const headers = { "idempotency-key": "two" };
    const bodies = [ADA, { ...ADA, first_name: "Eve" }];
    const responses = await sendTogether(12, (index, context) =>
      firm.send(createLead, { headers, body: bodies[index % 2] }, context),
    );
    expect(distinct(responses, ({ status }) => status).sort()).toEqual(["201", "422"]);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(await countLeads(table, firm.firmId)).toBe(1);
  });

  it.each([
    ["archives", archiveLead, false, "lead.archived"],
    ["restorations", unarchiveLead, true, "lead.updated"],
  ])("12 %s are one change and one event, and all return it", async (_, handler, archived, type) => {
    const { id } = await firm.putLead({ archived });
    const responses = await sendTogether(12, (_, context) => firm.send(handler, { params: { id } }, context));
    expect(distinct(responses, ({ status, body }) => [status, body.archived])).toEqual([
      `[200,${!archived}]`,
    ]);
    expect(await firm.storedLead(id)).toMatchObject({ revision: 2 });
    const changeIds = (await readStreamRecords(table))
      .filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S === id)
      .map(({ dynamodb }) => dynamodb?.NewImage?.changeId?.S);
    expect(new Set(changeIds).size).toBe(2);
    expect((await eventsOf(id)).slice(1)).toMatchObject([{ type, sequence: 2, previous: { archived } }]);
  });

  it("archives and restorations emit one event for each actual change, in order", async () => {
    const { id } = await firm.putLead();
    await sendTogether(12, (index, context) =>
      firm.send(index % 2 ? unarchiveLead : archiveLead, { params: { id } }, context),
    );
    const [, ...events] = await eventsOf(id);
    expect(events.length).toBeGreaterThan(0);
    const expected = events.map((_, index) => (index % 2 ? "lead.updated" : "lead.archived"));
    expect(events.map(({ type }) => type)).toEqual(expected);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 2));
    const ended = await firm.storedLead(id);
    expect(ended?.listing).toBe(events.length % 2 ? "archived" : "active");
  });

  it("12 changes of different fields and data keys are all stored, each with its event", async () => {
    const { id } = await firm.putLead();
    const fields = { first_name: "F", last_name: "L", email: "e@example.com", phone: "ask", source: "S" };
    const parts = [
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      { status: "qualified" },
      { assignee_id: firm.attorney.id },
      ...FIELDS.slice(0, 5).map(({ key }, index) => ({ data: { [key]: index } })),
    ];
    const responses = await sendTogether(12, (index, context) =>
      firm.send(updateLead, { params: { id }, body: parts[index] }, context),
    );
    expect(distinct(responses, ({ status }) => status)).toEqual(["200"]);
    const { body: lead } = await firm.send(updateLead, { params: { id }, body: {} });
    expect(lead).toMatchObject({ ...fields, status: { key: "qualified" }, assignee_id: firm.attorney.id });
    expect(lead.data).toEqual(Object.fromEntries(FIELDS.slice(0, 5).map(({ key }, index) => [key, index])));
    const [, ...events] = await eventsOf(id);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 2),
    );
    expect(events.filter(({ type }) => type === "lead.assigned")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "lead.status_changed")).toHaveLength(1);
  });

  it("12 changes of the same field all return 200, and the last event has the stored value", async () => {
    const { id } = await firm.putLead({ data: { field_0: -1 } });
    const responses = await sendTogether(12, (index, context) =>
      firm.send(updateLead, { params: { id }, body: { data: { field_0: index } } }, context),
    );
    expect(distinct(responses, ({ status }) => status)).toEqual(["200"]);
    const stored = await firm.storedLead(id);
    const last = (await eventsOf(id)).at(-1);
    expect(last).toMatchObject({ data: { data: stored?.data }, sequence: stored?.revision });
  });
});
