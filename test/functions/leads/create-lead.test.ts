import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/create-lead.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { ADA, ADA_TEXTS, countLeads } from "../../support/leads.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const create = (body: unknown, key = firm.apiKey) => firm.send(handler, { key, body });
const rejectedFields = async (body: unknown) => {
  const leads = await countLeads(table, firm.firmId);
  const response = await create(body);
  expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  expect(await countLeads(table, firm.firmId)).toBe(leads);
  const fields: string[] = violationFields(response);
  return [...new Set(fields)].sort();
};

describe("POST /api/leads", () => {
  it("creates a lead in the first open stage and returns all its fields", async () => {
    const created_at = "2055-03-01T10:00:00.000Z";
    fakeDate(Date.parse(created_at));
    const response = await create({ ...ADA, email: " ADA@Example.com ", phone: "(212) 555-0123" });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      ...ADA_TEXTS,
      phone: "+12125550123",
      status: { key: "new", name: "New" },
      assignee_id: null,
      archived: false,
      created_at,
      last_activity_at: created_at,
      data: {},
    });
    expect(await firm.storedLead(response.body.id)).toMatchObject({
      revision: 1,
      listing: "active",
    });
  });

  it("assigns an active member and keeps only data that the firm defines", async () => {
    const data = {
      case_type: "Injury",
      summary: " Fell ",
      value: 0,
      urgent: false,
      shoe_size: 9,
      case_type2: null,
    };
    const response = await create({ ...ADA, assignee_id: firm.attorney.id.toUpperCase(), data });
    expect(response.body).toMatchObject({ assignee_id: firm.attorney.id });
    expect(response.body.data).toEqual({ case_type: "Injury", summary: "Fell", value: 0, urgent: false });
  });

  it("creates one lead per request without an Idempotency-Key", async () => {
    const [one, other] = [await create(ADA), await create(ADA)];
    expect(one.body.id).not.toBe(other.body.id);
  });

  it("rejects an invalid body, reports every field, and writes nothing", async () => {
    const data = { case_type: "Divorce", urgent: "yes" };
    expect(await rejectedFields({ first_name: 7, email: "x", assignee_id: "me", data })).toEqual([
      "assignee_id",
      "data.case_type",
      "data.urgent",
      "email",
      "first_name",
      "last_name",
      "source",
    ]);
  });

  it("rejects an assignee of another firm or an inactive one, along with other violations", async () => {
    const inactive = await firm.addMember({ active: false });
    for (const assignee_id of [otherFirm.attorney.id, inactive.id])
      expect(await rejectedFields({ ...ADA, assignee_id, source: "" })).toEqual(["assignee_id", "source"]);
  });
});

describe("the stage of a new lead", () => {
  const stages = (...keys: string[]) => firmFields.initial.stages.filter(({ key }) => keys.includes(key));

  it("is the first open stage, after any terminal ones", async () => {
    const { firmId, apiKey } = await newFirm(table);
    await changeSetting(table, firmId, "stages", [
      ...stages("lost"),
      ...stages("qualified", "new").reverse(),
    ]);
    expect((await create(ADA, apiKey)).body.status).toEqual({ key: "qualified", name: "Qualified" });
  });

  it.each([
    ["only terminal stages", stages("retained", "lost")],
    ["no stages", []],
  ])(
    "does not exist with %s: the answer is 409 no_open_stage, and nothing is written",
    async (_, configured) => {
      const { firmId, apiKey } = await newFirm(table);
      await changeSetting(table, firmId, "stages", configured);
      expect(await create(ADA, apiKey)).toMatchObject({
        status: 409,
        body: { error: { code: "no_open_stage" } },
      });
      expect(await create({}, apiKey)).toMatchObject({ status: 422 });
      expect(await countLeads(table, firmId)).toBe(0);
    },
  );
});
