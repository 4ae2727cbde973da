import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/update-lead.ts";
import { lead } from "../../../shared/leads/lead.contract.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);

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
    expect(lead().parse(response.body)).toEqual(response.body);
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
      phone: "+12125550199",
    });
  });

  it("merges data: sets values, removes nulls and drops keys that the firm does not define", async () => {
    const { id } = await put();
    const data = {
      summary: " Slipped ",
      value: null,
      incident_date: "2026-02-28",
      shoe_size: 9,
      __proto__x: 1,
    };
    expect((await patch(id, { data })).body.data).toEqual({
      summary: "Slipped",
      urgent: true,
      incident_date: "2026-02-28",
    });
  });

  it("keeps a phone that is not a number or has an extension unchanged", async () => {
    const { id } = await put();
    expect((await patch(id, { phone: "212 555 0123 ext. 5" })).body.phone).toBe("212 555 0123 ext. 5");
    expect((await patch(id, { phone: "ask Bob" })).body.phone).toBe("ask Bob");
  });

  it("unassigns with null", async () => {
    const { id } = await put({ assigneeId: firm.attorney.id });
    expect((await patch(id, { assignee_id: null })).body.assignee_id).toBeNull();
    expect(await firm.storedLead(id)).not.toHaveProperty("assigneeId");
  });

  it("moves a lead to a terminal stage, also an archived one", async () => {
    const { id } = await put({ archived: true });
    const response = await patch(id, { status: "lost" });
    expect(response.body).toMatchObject({ status: { key: "lost", name: "Lost" }, archived: true });
  });

  it.each<[string, unknown]>([
    ["an empty body", {}],
    ["no body", undefined],
    ["only unknown fields", { archived: true, created_at: "2020-01-01T00:00:00.000Z", nickname: "A" }],
    ["the same values", { first_name: "Ada", email: "Ada@Example.com", status: "new", assignee_id: null }],
    ["the same phone in another format", { phone: "+1 (212) 555-0123" }],
    ["the same data", { data: { summary: "Fell ", value: 7.0, urgent: true } }],
    ["only unknown data keys", { data: { shoe_size: 9 } }],
    ["the removal of a missing value", { data: { case_type: null } }],
  ])("writes nothing and returns the unchanged lead: %s", async (_, body) => {
    const { id, lastActivityAt } = await put();
    const stored = await firm.storedLead(id);
    const response = await patch(id, body);
    expect(response).toMatchObject({ status: 200, body: { id, last_activity_at: lastActivityAt } });
    expect(await firm.storedLead(id)).toEqual(stored);
  });
});
