import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/get-lead.ts";
import { putLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const get = (id: string, key = firm.apiKey) => firm.send(handler, { key, params: { id } });

describe("GET /api/leads/{id}", () => {
  it("returns all fields of the contract and no others", async () => {
    const stored = await firm.putLead({
      phone: "+12125550123",
      stage: "qualified",
      assigneeId: firm.attorney.id,
      data: { summary: "Fell", value: 1.5, urgent: false },
    });
    const response = await get(stored.id);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id: stored.id,
      phone: "+12125550123",
      status: { key: "qualified", name: "Qualified" },
      assignee_id: firm.attorney.id,
      archived: false,
      last_activity_at: stored.lastActivityAt,
      data: { summary: "Fell", value: 1.5, urgent: false },
    });
  });

  it("returns an archived lead too", async () => {
    const { id } = await firm.putLead({ archived: true });
    expect(await get(id)).toMatchObject({ status: 200, body: { id, archived: true } });
  });

  it("accepts the id in upper case", async () => {
    const { id } = await firm.putLead();
    expect(await get(id.toUpperCase())).toMatchObject({ status: 200, body: { id } });
  });

  it("answers 404 for another firm's lead, and returns each firm its own lead of the same id", async () => {
    const { id } = await putLead(table, otherFirm.firmId, { firstName: "Eve" });
    expect(await get(id)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    await firm.putLead({ id, firstName: "Bob" });
    expect((await get(id)).body.first_name).toBe("Bob");
    expect((await get(id, otherFirm.apiKey)).body.first_name).toBe("Eve");
  });
});
