import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { useBus } from "../support/event-bus.ts";
import { call } from "../support/http-call.ts";
import { GRACE } from "../support/ingestion.ts";
import { readLeads } from "../support/leads.ts";
import { sendTogether } from "../support/simulated-time.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable({ stream: true });
const bus = useBus();

const FIELDS = Array.from({ length: 20 }, (_, index) => ({
  key: `field_${index}`,
  label: "",
  type: "number" as const,
  options: [],
}));

const firm = useFirm(table, beforeEach, { leadFields: FIELDS });
const source = useSource(firm);

const together = (count: number, body: (index: number) => unknown) =>
  sendTogether(count, (index, context) =>
    call(createLead, { key: source.secret, body: body(index) }, context),
  );

/** Publishes the table's stream and returns this firm's event types, oldest first. */
const eventTypes = async () => {
  expect(await publishEvents({ Records: await readStreamRecords(table) })).toEqual({ batchItemFailures: [] });
  return bus
    .entries()
    .filter(({ Detail = "" }) => JSON.parse(Detail).firm_id === firm.firmId)
    .map(({ DetailType }) => DetailType);
};

const outcomes = async () => (await source.listDeliveries({ limit: "200" })).map(({ outcome }) => outcome);

describe("concurrently", () => {
  it("12 deliveries of one external id create one lead and one event, and every response has its id", async () => {
    const responses = await together(12, () => GRACE);
    const created = responses.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const duplicate = { status: "duplicate", leadId: created[0]?.body.leadId, externalId: "42" };
    for (const { status, body } of responses)
      expect([status, body]).toEqual(
        status === 201 ? [201, { ...duplicate, status: "created" }] : [200, duplicate],
      );
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    expect(await eventTypes()).toEqual(["lead.created"]);
    expect((await outcomes()).sort()).toEqual(["created", ...Array(11).fill("duplicate")]);
  });

  it("ten equal deliveries for a lead are one change and nine duplicates", async () => {
    await source.deliver();
    const responses = await together(10, () => ({ ...GRACE, lastName: "Murray" }));
    const statuses = responses.map(({ body }) => body.status).sort();
    expect(statuses).toEqual([...Array(9).fill("duplicate"), "updated"]);
    expect(await readLeads(table, firm.firmId)).toMatchObject([{ lastName: "Murray", revision: 2 }]);
    expect(await eventTypes()).toEqual(["lead.created", "lead.updated"]);
  });

  it("ten different deliveries of one external id create one lead with the values of each", async () => {
    const responses = await together(10, (index) => ({ ...GRACE, [`field_${index}`]: index }));
    const statuses = responses.map(({ body }) => body.status).sort();
    expect(statuses).toEqual(["created", ...Array(9).fill("updated")]);
    const data = Object.fromEntries(FIELDS.slice(0, 10).map(({ key }, index) => [key, index]));
    expect(await readLeads(table, firm.firmId)).toMatchObject([{ data, revision: 10 }]);
    expect(await eventTypes()).toEqual(["lead.created", ...Array(9).fill("lead.updated")]);
  });

  it("ten deliveries of ten external ids create ten leads", async () => {
    const responses = await together(10, (externalId) => ({ ...GRACE, externalId }));
    expect(new Set(responses.map(({ body }) => body.leadId)).size).toBe(10);
    expect(await readLeads(table, firm.firmId)).toHaveLength(10);
  });
});
