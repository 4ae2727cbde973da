import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/update-lead.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putLead, readStoredLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);

const patch = (id: string, body: unknown) => firm.send(handler, { params: { id }, body });
const rejectedFields = async (body: unknown) => {
  const { id } = await firm.putLead({ data: { value: 7 } });
  const response = await patch(id, body);
  expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
  expect(await firm.storedLead(id)).toMatchObject({ revision: 1 });
  const fields: string[] = violationFields(response);
  return [...new Set(fields)].sort();
};

describe("PATCH /api/leads/{id} rejects the request and changes nothing", () => {
  it.each<[unknown, string[]]>([
    [{ first_name: " " }, ["first_name"]],
    [{ email: "" }, ["email", "phone"]],
    [{ email: null }, ["email", "phone"]],
    [{ email: "", phone: "" }, ["email", "phone"]],
    [{ status: "unheard of" }, ["status"]],
    [{ status: "" }, ["status"]],
    [{ status: "New" }, ["status"]],
    [{ status: { key: "unheard of" } }, ["status"]],
    [{ status: { name: "New" } }, ["status"]],
    [{ status: null }, ["status"]],
    [{ assignee_id: randomUUID() }, ["assignee_id"]],
    [{ assignee_id: "me" }, ["assignee_id"]],
    [{ data: null }, ["data"]],
    [{ data: ["x"] }, ["data"]],
    [{ data: { case_type: "Divorce" } }, ["data.case_type"]],
    [
      { data: { value: "7", urgent: 1, incident_date: "2026-02-30" } },
      ["data.incident_date", "data.urgent", "data.value"],
    ],
    [
      { first_name: "", email: "x", status: "y", assignee_id: randomUUID(), data: { value: "z" } },
      ["assignee_id", "data.value", "email", "first_name", "status"],
    ],
    [{ first_name: "Valid", source: "" }, ["source"]],
    [[], ["body"]],
    ["null", ["body"]],
    ["{", ["body"]],
  ])("with the body %j, reporting %j", async (body, fields) => {
    expect(await rejectedFields(body)).toEqual(fields);
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
    const send = (data: object) => call(handler, { key: apiKey, params: { id }, body: { data } });
    const more = { text_15: "x".repeat(4_000), text_16: "x".repeat(4_000) };
    expect((await send(more)).body.error.details).toMatchObject([{ field: "data" }]);
    expect((await send({ ...more, text_0: null, text_1: null })).status).toBe(200);
  });
});

describe("PATCH /api/leads/{id} responds 404", () => {
  it.each<[string, unknown]>([
    ["a valid body", { first_name: "Eve" }],
    ["an invalid one", { first_name: "" }],
    ["invalid JSON", "{"],
  ])("for another firm's lead, whatever the body: %s", async (_, body) => {
    const { id } = await putLead(table, otherFirm.firmId);
    expect((await patch(id, body)).status).toBe(404);
    expect(await readStoredLead(table, otherFirm.firmId, id)).toMatchObject({
      firstName: "Ada",
      revision: 1,
    });
  });

  it.each([randomUUID(), "7", "x".repeat(100)])("for the id %s", async (id) => {
    expect((await patch(id, { first_name: "Eve" })).status).toBe(404);
    expect(await firm.storedLead(id)).toBeUndefined();
  });
});
