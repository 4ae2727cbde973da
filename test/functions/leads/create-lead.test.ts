import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/create-lead.ts";
import { lead } from "../../../shared/contract/leads.ts";
import { INITIAL_STAGES } from "../../../shared/domain/firm/firm.ts";
import { createdAt } from "../../../shared/domain/record-id.ts";
import { addMember, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { ADA, countLeads, readStoredLead } from "../../support/leads.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let otherFirm: Awaited<ReturnType<typeof newFirm>>;
beforeAll(async () => {
  firm = await newFirm(table);
  otherFirm = await newFirm(table);
});

const create = (body: unknown, key = firm.apiKey) => call(handler, { key, body });
const rejectedFields = async (body: unknown) => {
  const leads = await countLeads(table, firm.firmId);
  const response = await create(body);
  expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  expect(await countLeads(table, firm.firmId)).toBe(leads);
  const fields: string[] = response.body.error.details.map(({ field }: { field: string }) => field);
  return [...new Set(fields)].sort();
};

describe("POST /api/leads", () => {
  it("creates a lead in the first open stage and returns it whole", async () => {
    const response = await create({ ...ADA, email: " ADA@Example.com ", phone: "(212) 555-0123" });
    expect(response.status).toBe(201);
    expect(lead().parse(response.body)).toEqual(response.body);
    expect(response.body).toEqual({
      id: expect.any(String),
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      phone: "+12125550123",
      source: "website",
      status: { key: "new", name: "New" },
      assignee_id: null,
      archived: false,
      created_at: createdAt(response.body.id),
      last_activity_at: response.body.created_at,
      data: {},
    });
    expect(await readStoredLead(table, firm.firmId, response.body.id)).toMatchObject({
      revision: 1,
      listing: "active",
    });
  });

  it("is content with a phone alone, and shows the absent email as empty", async () => {
    const { email: _, ...body } = { ...ADA, phone: "212 555 0123 x7" };
    expect((await create(body)).body).toMatchObject({ email: "", phone: "212 555 0123 x7" });
  });

  it("assigns an active member, and keeps of data what the firm defines", async () => {
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

  it("ignores what a caller cannot decide: id, firm, stage, archive state, instants", async () => {
    const wishes = {
      id: firm.attorney.id,
      firm_id: otherFirm.firmId,
      status: "lost",
      archived: true,
      created_at: "2020-01-01T00:00:00.000Z",
    };
    const response = await create({ ...ADA, ...wishes });
    expect(response).toMatchObject({ status: 201, body: { status: { key: "new" }, archived: false } });
    expect(response.body.id).not.toBe(wishes.id);
    expect(await readStoredLead(table, firm.firmId, response.body.id)).toBeDefined();
  });

  it("creates one for each request without a key, however alike", async () => {
    const [one, other] = [await create(ADA), await create(ADA)];
    expect(one.body.id).not.toBe(other.body.id);
  });

  it.each<[unknown, string[]]>([
    [{}, ["email", "first_name", "last_name", "source"]],
    [undefined, ["email", "first_name", "last_name", "source"]],
    ["", ["email", "first_name", "last_name", "source"]],
    [{ ...ADA, email: "" }, ["email"]],
    [{ ...ADA, email: " ", phone: " " }, ["email"]],
    [{ ...ADA, email: "ada@" }, ["email"]],
    [{ ...ADA, assignee_id: "me" }, ["assignee_id"]],
    [{ ...ADA, data: "x" }, ["data"]],
    [{ ...ADA, data: { case_type: "Divorce" } }, ["data.case_type"]],
    [{ ...ADA, data: { summary: "x".repeat(4_001) } }, ["data.summary"]],
    [
      { first_name: 7, email: "x", assignee_id: "me", data: { urgent: "yes", incident_date: "2026-02-30" } },
      ["assignee_id", "data.incident_date", "data.urgent", "email", "first_name", "last_name", "source"],
    ],
  ])("refuses %j, naming every field: %j", async (body, fields) => {
    expect(await rejectedFields(body)).toEqual(fields);
  });

  it("refuses an assignee who is another firm's, or inactive, along with what else is wrong", async () => {
    const inactive = await addMember(table, firm.firmId, { active: false });
    for (const assignee_id of [otherFirm.attorney.id, inactive.id])
      expect(await rejectedFields({ ...ADA, assignee_id, source: "" })).toEqual(["assignee_id", "source"]);
  });
});

describe("the stage of a new lead", () => {
  const stages = (...keys: string[]) => INITIAL_STAGES.filter(({ key }) => keys.includes(key));

  it("is the first that is not terminal, whatever stands before it", async () => {
    const { firmId, apiKey } = await newFirm(table);
    await changeSetting(table, firmId, "stages", [
      ...stages("lost"),
      ...stages("qualified", "new").reverse(),
    ]);
    expect((await create(ADA, apiKey)).body.status).toEqual({ key: "qualified", name: "Qualified" });
  });

  it.each([
    ["only terminal ones", stages("retained", "lost")],
    ["none", []],
  ])("cannot be found among %s: 409 no_open_stage, and nothing is written", async (_, none) => {
    const { firmId, apiKey } = await newFirm(table);
    await changeSetting(table, firmId, "stages", none);
    expect(await create(ADA, apiKey)).toMatchObject({
      status: 409,
      body: { error: { code: "no_open_stage" } },
    });
    expect(await create({}, apiKey)).toMatchObject({ status: 422 });
    expect(await countLeads(table, firmId)).toBe(0);
  });
});
