import { describe, expect, it } from "@jest/globals";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { GRACE, readSourceItems } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const CONDITIONS = {
  accept_when: [
    { path: "event", in: ["lead", "update"] },
    { path: "email", present: true },
  ],
  test_when: [{ path: "lead.test", equals: true }],
};

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm, () => CONDITIONS);

describe("the conditions of a source", () => {
  it("are shown as they were sent, and can be changed and removed", async () => {
    const { body } = await firm.send(getSource, { params: { id: source.id } });
    expect(body).toMatchObject(CONDITIONS);
    expect((await source.update(CONDITIONS)).body.version).toBe(1);
    expect((await source.update({ accept_when: [] })).body).toMatchObject({
      ...CONDITIONS,
      accept_when: [],
      version: 2,
    });
  });

  it.each<[string, unknown, string[]]>([
    ["accept_when", [{ path: "a" }], ["accept_when[0]"]],
    ["accept_when", [{ path: "a", equals: 1, present: true }], ["accept_when[0]"]],
    ["test_when", [{ path: "a", equals: {} }], ["test_when[0].equals"]],
    ["test_when", [{ path: "a", equals: " " }], ["test_when[0].equals"]],
    ["test_when", [{ path: "a", in: ["a", null] }], ["test_when[0].in[1]"]],
  ])("%s %j is rejected", async (name, value, fields) => {
    const response = await firm.send(createSource, { body: { key: "form", name: "Form", [name]: value } });
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
    expect(violationFields(await source.update({ [name]: value }))).toEqual(fields);
  });
});

describe("a delivery", () => {
  it.each<[string, unknown]>([
    ["ignored", GRACE],
    ["ignored", { event: "lead" }],
    ["ignored", { event: "lead", lead: { test: true } }],
    ["test", { ...GRACE, event: "lead", lead: { test: true } }],
    ["test", { email: "invalid", event: "lead", lead: { test: "true" } }],
  ])("is %s: %j", async (status, body) => {
    const response = await source.deliver(body);
    expect([response.status, response.body]).toEqual([200, { status }]);
    const [delivery] = await source.listDeliveries({ outcome: status });
    expect(delivery).toMatchObject({ outcome: status, lead_id: null, external_id: null, error: null });
    expect(JSON.parse(delivery.body)).toEqual(body);
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    expect(await readSourceItems(table, firm.firmId, source.id)).toMatchObject([{ listing: status }]);
  });

  it("becomes a lead if it is accepted and not a test", async () => {
    expect((await source.deliver({ ...GRACE, event: "lead" })).status).toBe(201);
  });

  it("is rejected when it cannot be read at all", async () => {
    expect((await source.deliver("{")).status).toBe(422);
  });

  it("becomes a lead by a replay if it was ignored by conditions that have changed since", async () => {
    await source.deliver();
    const [{ id }] = await source.listDeliveries();
    expect((await source.replay(id)).body.outcome).toBe("ignored");
    await source.update({ accept_when: [] });
    const { body } = await source.replay(id);
    expect(body).toMatchObject({ outcome: "created", replay_of: id, external_id: "42" });
    const again = await source.replay(id);
    expect(again.body).toMatchObject({ outcome: "duplicate", lead_id: body.lead_id });
  });

  it("keeps its lead when a replay ignores it", async () => {
    const { externalId: _, ...anonymous } = GRACE;
    const { body } = await source.deliver({ ...anonymous, event: "lead" });
    const [{ id }] = await source.listDeliveries();
    await source.update({ accept_when: [{ path: "never", present: true }] });
    const ignored = (await source.replay(id)).body;
    expect(ignored).toMatchObject({ outcome: "ignored", lead_id: body.leadId });
    await source.update({ accept_when: [] });
    const replayed = (await source.replay(ignored.id)).body;
    expect(replayed).toMatchObject({ outcome: "duplicate", lead_id: body.leadId });
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });
});
