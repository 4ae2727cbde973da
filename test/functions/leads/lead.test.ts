import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as unarchive } from "../../../functions/leads/unarchive-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { parseLead } from "../../../shared/leads/lead.store.ts";
import { ADA, ADA_TEXTS, countLeads } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const create = (body: unknown) => firm.send(createLead, { body });
const get = (id: string, key = firm.apiKey) => firm.send(getLead, { key, params: { id } });
const patch = (id: string, body: unknown) => firm.send(updateLead, { params: { id }, body });

describe("POST /api/leads", () => {
  it("creates one lead per request without an Idempotency-Key", async () => {
    const [one, other] = [await create(ADA), await create(ADA)];
    expect(one).toMatchObject({ status: 201, body: { ...ADA_TEXTS, status: { key: "new", name: "New" } } });
    expect(other.body.id).not.toBe(one.body.id);
    expect(await firm.storedLead(one.body.id)).toMatchObject({ revision: 1, listing: "active" });
  });

  it("rejects an assignee of another firm along with other violations, and writes nothing", async () => {
    const leads = await countLeads(table, firm.firmId);
    const response = await create({ ...ADA, assignee_id: otherFirm.attorney.id, source: "" });
    expect([response.status, violationFields(response)]).toEqual([422, ["source", "assignee_id"]]);
    expect(await countLeads(table, firm.firmId)).toBe(leads);
  });
});

describe("GET /api/leads/{id}", () => {
  it.each([{}, { archived: true }])("shows the fields of a stored lead with %j", async (changes) => {
    const fields = { stage: "qualified", assigneeId: firm.attorney.id, data: { value: 1.5, urgent: false } };
    const stored = await firm.putLead({ ...fields, ...changes });
    const response = await get(stored.id.toUpperCase());
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...{ id: stored.id, archived: stored.archived, status: { key: "qualified", name: "Qualified" } },
      ...{ assignee_id: firm.attorney.id, last_activity_at: stored.lastActivityAt, data: stored.data },
    });
  });

  it("answers 404 for another firm's lead, and returns each firm its own lead of the same id", async () => {
    const { id } = await otherFirm.putLead({ firstName: "Eve" });
    expect(await get(id)).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
    await firm.putLead({ id, firstName: "Bob" });
    expect((await get(id)).body.first_name).toBe("Bob");
    expect((await get(id, otherFirm.apiKey)).body.first_name).toBe("Eve");
  });
});

describe("PATCH /api/leads/{id}", () => {
  it("changes only the given fields and sets the last activity", async () => {
    const before = await firm.putLead({ phone: "+12125550123", data: { summary: "Fell", value: 7 } });
    const startedAt = Date.now();
    const response = await patch(before.id, {
      ...{ first_name: " Augusta ", email: "AUGUSTA@Example.com", phone: "(212) 555-0199" },
      ...{ status: "qualified", assignee_id: firm.attorney.id.toUpperCase() },
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...{ id: before.id, first_name: "Augusta", last_name: "Lovelace", email: "augusta@example.com" },
      ...{ phone: "+12125550199", source: "website", status: { key: "qualified", name: "Qualified" } },
      ...{ assignee_id: firm.attorney.id, archived: false, data: before.data },
    });
    expect(Date.parse(response.body.last_activity_at)).toBeGreaterThanOrEqual(startedAt);
    expect(await firm.storedLead(before.id)).toMatchObject({ revision: 2, leadPhone: "+12125550199" });
  });

  it("unassigns with null", async () => {
    const { id } = await firm.putLead({ assigneeId: firm.attorney.id });
    expect((await patch(id, { assignee_id: null })).body.assignee_id).toBeNull();
    expect(await firm.storedLead(id)).not.toHaveProperty("assigneeId");
  });

  it("rejects an assignee of another firm, and changes nothing", async () => {
    const { id } = await firm.putLead();
    const response = await patch(id, { first_name: "Eve", assignee_id: otherFirm.attorney.id });
    expect([response.status, violationFields(response)]).toEqual([422, ["assignee_id"]]);
    expect(await firm.storedLead(id)).toMatchObject({ revision: 1 });
  });
});

it.each([
  ["archive", archive, true],
  ["unarchive", unarchive, false],
])(
  "POST /api/leads/{id}/%s changes only `archived`, not even the last activity",
  async (_, handler, archived) => {
    const fields = { archived: !archived, assigneeId: firm.attorney.id, stage: "lost", data: { value: 1 } };
    const before = await firm.putLead(fields);
    const { status, body } = await firm.send(handler, { params: { id: before.id } });
    expect([status, body]).toMatchObject([200, { archived, last_activity_at: before.lastActivityAt }]);
    const stored = parseLead((await firm.storedLead(before.id)) ?? {});
    expect(stored).toEqual({ ...before, archived, revision: 2 });
  },
);
