import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/update-lead.ts";
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
  it("with an assignee of another firm or an inactive one", async () => {
    const inactive = await firm.addMember({ active: false });
    for (const assignee_id of [otherFirm.attorney.id, inactive.id])
      expect(await rejectedFields({ assignee_id })).toEqual(["assignee_id"]);
  });
});
