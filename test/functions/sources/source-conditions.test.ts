import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { inboundDelivery } from "../../../shared/contract/inbound-deliveries.ts";
import { source as sourceSchema } from "../../../shared/contract/sources.ts";
import { sourceKey } from "../../../shared/storage/record-keys.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import {
  deliver,
  GRACE,
  listInboundDeliveries,
  readLeads,
  readSourceItems,
  replayInboundDelivery,
} from "../../support/ingestion.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const CONDITIONS = {
  accept_when: [
    { path: "event", in: ["lead", "update"] },
    { path: "email", present: true },
  ],
  test_when: [{ path: "lead.test", equals: true }],
};

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
let source: TestSource;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
  source = await createTestSource(key, CONDITIONS);
});

const patch = (body: unknown) => call(updateSource, { key, params: { id: source.id }, body });

describe("the conditions of a source", () => {
  it("are shown as they were sent, and can be changed and removed", async () => {
    const { body } = await call(getSource, { key, params: { id: source.id } });
    expect(sourceSchema().parse(body)).toEqual(body);
    expect(body).toMatchObject(CONDITIONS);
    expect((await patch(CONDITIONS)).body.version).toBe(1);
    expect((await patch({ accept_when: [] })).body).toMatchObject({
      ...CONDITIONS,
      accept_when: [],
      version: 2,
    });
  });

  it.each<[string, unknown, string[]]>([
    ["accept_when", "paid", ["accept_when"]],
    ["accept_when", Array(11).fill({ path: "[" }), ["accept_when"]],
    ["accept_when", [{ path: "a" }], ["accept_when[0]"]],
    ["accept_when", [{ path: "a", equals: 1, present: true }], ["accept_when[0]"]],
    ["accept_when", [{ equals: 1 }], ["accept_when[0].path"]],
    ["accept_when", [{ path: "a..b", present: true }], ["accept_when[0].path"]],
    ["test_when", [{ path: "a", equals: {} }], ["test_when[0].equals"]],
    ["test_when", [{ path: "a", equals: " " }], ["test_when[0].equals"]],
    ["test_when", [{ path: "a", in: [] }], ["test_when[0].in"]],
    ["test_when", [{ path: "a", in: ["a", null] }], ["test_when[0].in[1]"]],
    ["test_when", [{ path: "a", in: Array(51).fill(null) }], ["test_when[0].in"]],
    ["test_when", [{ path: "a", present: "yes" }], ["test_when[0].present"]],
  ])("%s %j is rejected", async (name, value, fields) => {
    const response = await call(createSource, { key, body: { key: "form", name: "Form", [name]: value } });
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
    expect(violationFields(await patch({ [name]: value }))).toEqual(fields);
  });
});

it("a source stored before there were conditions accepts everything", async () => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: sourceKey(firm.firmId, source.id),
      UpdateExpression: "REMOVE acceptWhen, testWhen, rejectedAnswer",
    }),
  );
  const { body } = await call(getSource, { key, params: { id: source.id } });
  expect(body).toMatchObject({ accept_when: [], test_when: [], rejected_answer: "error", mapping: {} });
  expect((await deliver(source.secret)).status).toBe(201);
});

describe("a delivery", () => {
  it.each<[string, unknown]>([
    ["ignored", GRACE],
    ["ignored", { event: "lead" }],
    ["ignored", { event: "lead", lead: { test: true } }],
    ["test", { ...GRACE, event: "lead", lead: { test: true } }],
    ["test", { email: "invalid", event: "lead", lead: { test: "true" } }],
  ])("is %s: %j", async (status, body) => {
    const response = await deliver(source.secret, body);
    expect([response.status, response.body]).toEqual([200, { status }]);
    const [delivery] = await listInboundDeliveries(key, source.id, { outcome: status });
    expect(inboundDelivery().parse(delivery)).toEqual(delivery);
    expect(delivery).toMatchObject({ outcome: status, lead_id: null, external_id: null, error: null });
    expect(JSON.parse(delivery.body)).toEqual(body);
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    expect(await readSourceItems(table, firm.firmId, source.id)).toMatchObject([{ listing: status }]);
  });

  it("becomes a lead when it is accepted and no test", async () => {
    expect((await deliver(source.secret, { ...GRACE, event: "lead" })).status).toBe(201);
  });

  it("is rejected when it cannot be read at all", async () => {
    expect((await deliver(source.secret, "{")).status).toBe(422);
  });

  it("that was ignored becomes a lead by a replay after the conditions have changed", async () => {
    await deliver(source.secret);
    const [{ id }] = await listInboundDeliveries(key, source.id);
    expect((await replayInboundDelivery(key, source.id, id)).body.outcome).toBe("ignored");
    await patch({ accept_when: [] });
    const { body } = await replayInboundDelivery(key, source.id, id);
    expect(body).toMatchObject({ outcome: "created", replay_of: id, external_id: "42" });
    const again = await replayInboundDelivery(key, source.id, id);
    expect(again.body).toMatchObject({ outcome: "duplicate", lead_id: body.lead_id });
  });

  it("keeps its lead through a replay that is ignored", async () => {
    const { externalId: _, ...anonymous } = GRACE;
    const { body } = await deliver(source.secret, { ...anonymous, event: "lead" });
    const [{ id }] = await listInboundDeliveries(key, source.id);
    await patch({ accept_when: [{ path: "never", present: true }] });
    const ignored = (await replayInboundDelivery(key, source.id, id)).body;
    expect(ignored).toMatchObject({ outcome: "ignored", lead_id: body.leadId });
    await patch({ accept_when: [] });
    const replayed = (await replayInboundDelivery(key, source.id, ignored.id)).body;
    expect(replayed).toMatchObject({ outcome: "duplicate", lead_id: body.leadId });
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });
});
