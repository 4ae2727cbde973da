import { beforeAll, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { ADA, countLeads, WHOLE_ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const get = (id: string, key = firm.apiKey) => firm.send(getLead, { key, params: { id } });
const patch = (id: string, body: unknown) => firm.send(updateLead, { params: { id }, body });

it("a lead is created, shown, changed and shown again", async () => {
  const { status, body: created } = await firm.send(createLead, { body: ADA });
  expect([status, created]).toMatchObject([201, { ...WHOLE_ADA, status: { key: "new", name: "New" } }]);
  expect(await firm.storedLead(created.id)).toMatchObject({ revision: 1, listing: "active" });
  expect((await get(created.id.toUpperCase())).body).toEqual(created);
  const change = { first_name: " Augusta ", phone: "(212) 555-0199", data: { value: 1.5, urgent: false } };
  const assignee_id = firm.attorney.id;
  const changed = await patch(created.id, { ...change, status: "qualified", assignee_id });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { first_name: "Augusta", last_name: "Lovelace", phone: "+12125550199", assignee_id, data: change.data },
  ]);
  expect((await get(created.id)).body).toEqual(changed.body);
  expect(await firm.storedLead(created.id)).toMatchObject({ revision: 2, leadPhone: "+12125550199" });
});

it("a lead cannot be assigned to a member of another firm, and nothing is written", async () => {
  const leads = await countLeads(table, firm.firmId);
  const assigned = { assignee_id: otherFirm.attorney.id };
  const response = await firm.send(createLead, { body: { ...ADA, ...assigned } });
  expect([response.status, violationFields(response)]).toEqual([422, ["assignee_id"]]);
  expect(await countLeads(table, firm.firmId)).toBe(leads);
  const { id } = await firm.putLead();
  expect(violationFields(await patch(id, { first_name: "Eve", ...assigned }))).toEqual(["assignee_id"]);
  expect(await firm.storedLead(id)).toMatchObject({ revision: 1 });
});

it("each firm has its own lead of the same id", async () => {
  const { id } = await otherFirm.putLead({ firstName: "Eve" });
  await firm.putLead({ id, firstName: "Bob" });
  expect((await get(id)).body.first_name).toBe("Bob");
  expect((await get(id, otherFirm.apiKey)).body.first_name).toBe("Eve");
});
