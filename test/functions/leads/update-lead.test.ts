import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/update-lead.ts";
import { newFirm } from "../../support/firms.ts";
import { putLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const patch = (id: string, body: unknown) => firm.send(handler, { params: { id }, body });
const put = (changes = {}) =>
  firm.putLead({
    phone: "+12125550123",
    data: { summary: "Fell", value: 7, urgent: true },
    ...changes,
  });

describe("PATCH /api/leads/{id}", () => {
  it("changes only the given fields and sets the last activity", async () => {
    const before = await put();
    const startedAt = Date.now();
    const response = await patch(before.id, {
      first_name: " Augusta ",
      email: "AUGUSTA@Example.com",
      phone: "(212) 555-0199",
      status: "qualified",
      assignee_id: firm.attorney.id.toUpperCase(),
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id: before.id,
      first_name: "Augusta",
      last_name: "Lovelace",
      email: "augusta@example.com",
      phone: "+12125550199",
      source: "website",
      status: { key: "qualified", name: "Qualified" },
      assignee_id: firm.attorney.id,
      archived: false,
      data: before.data,
    });
    expect(Date.parse(response.body.last_activity_at)).toBeGreaterThanOrEqual(startedAt);
    expect(await firm.storedLead(before.id)).toMatchObject({
      revision: 2,
      leadPhone: "+12125550199",
    });
  });

  it("unassigns with null", async () => {
    const { id } = await put({ assigneeId: firm.attorney.id });
    expect((await patch(id, { assignee_id: null })).body.assignee_id).toBeNull();
    expect(await firm.storedLead(id)).not.toHaveProperty("assigneeId");
  });
});

const rejectedFields = async (body: unknown) => {
  const { id } = await firm.putLead({ data: { value: 7 } });
  const response = await patch(id, body);
  expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  expect(await firm.storedLead(id)).toMatchObject({ revision: 1 });
  const fields: string[] = violationFields(response);
  return [...new Set(fields)].sort();
};

describe("PATCH /api/leads/{id} rejects the request and changes nothing", () => {
  it("and reports every field, also those that only records show to be invalid", async () => {
    const data = { value: "7", urgent: 1, incident_date: "2026-02-30" };
    const body = { first_name: "", email: "x", status: "y", assignee_id: randomUUID(), data };
    expect(await rejectedFields(body)).toEqual([
      "assignee_id",
      "data.incident_date",
      "data.urgent",
      "data.value",
      "email",
      "first_name",
      "status",
    ]);
  });

  it("with an assignee of another firm or an inactive one", async () => {
    const inactive = await firm.addMember({ active: false });
    for (const assignee_id of [otherFirm.attorney.id, inactive.id])
      expect(await rejectedFields({ assignee_id })).toEqual(["assignee_id"]);
  });

  it("with data beyond the record limit, although each value is within its limit", async () => {
    const leadFields = Array.from({ length: 20 }, (_, index) => ({
      key: `text_${index}`,
      label: "",
      type: "text" as const,
      options: [],
    }));
    const { firmId, apiKey } = await newFirm(table, { leadFields });
    const stored = Object.fromEntries(leadFields.slice(0, 15).map(({ key }) => [key, "x".repeat(4_000)]));
    const { id } = await putLead(table, firmId, { data: stored });
    const send = (data: object) => firm.send(handler, { key: apiKey, params: { id }, body: { data } });
    const more = { text_15: "x".repeat(4_000), text_16: "x".repeat(4_000) };
    expect((await send(more)).body.error.details).toMatchObject([{ field: "data" }]);
    expect((await send({ ...more, text_0: null, text_1: null })).status).toBe(200);
  });
});
