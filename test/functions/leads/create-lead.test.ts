import { beforeAll, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/create-lead.ts";
import { ADA, ADA_TEXTS, countLeads } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const create = (body: unknown) => firm.send(handler, { body });

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
