import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { call } from "../../support/http-call.ts";
import { MEMBER_BODY } from "../../support/members.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "web" };

const firm = useFirm(table);

const create = (body: unknown) => firm.send(createMember, { body });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  firm.send(updateMember, { params: { id }, body, headers });
const get = (id: string, by = firm.apiKey) => call(getMember, { key: by, params: { id } });

describe("PATCH /api/members/{id}", () => {
  it("changes only the given fields", async () => {
    const { body: created } = await create(MEMBER_BODY);
    const response = await patch(created.id, { role: "partner", office_hours: [] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...created, role: "partner", office_hours: [], version: 2 });
    expect((await get(created.id)).body).toEqual(response.body);
    expect((await patch(created.id, { email: "" })).body).toMatchObject({ email: "", version: 3 });
    expect((await patch(created.id, { role: "partner" })).body).toMatchObject({ version: 3 });
  });

  it("reports every violation", async () => {
    const response = await patch(
      firm.attorney.id,
      { name: "", time_zone: "", active: null },
      { "if-match": "1" },
    );
    expect([response.status, violationFields(response).sort()]).toEqual([
      422,
      ["If-Match", "active", "name", "time_zone"],
    ]);
  });

  it("keeps 20 concurrent changes of different fields", async () => {
    const { id } = firm.attorney;
    const { name, time_zone, ...rest } = MEMBER_BODY;
    const changes = [
      { name },
      { time_zone },
      ...Object.entries(rest).map(([field, value]) => ({ [field]: value })),
    ];
    const twenty = Array.from({ length: 20 }, (_, n) => changes[n % changes.length]);
    const responses = await Promise.all(twenty.map((change) => patch(id, change)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await get(id)).body).toMatchObject(MEMBER_BODY);
  });

  it("that deactivates a member keeps the member's leads and allows no new assignments", async () => {
    const assigned = { ...ADA, assignee_id: firm.attorney.id };
    const { body: lead } = await firm.send(createLead, { body: assigned });
    expect((await patch(firm.attorney.id, { active: false })).body.active).toBe(false);
    expect((await firm.send(getLead, { params: { id: lead.id } })).body).toEqual(lead);
    const rejected = await firm.send(createLead, { body: assigned });
    expect([rejected.status, violationFields(rejected)]).toEqual([422, ["assignee_id"]]);
    await patch(firm.attorney.id, { active: true });
    expect((await firm.send(createLead, { body: assigned })).status).toBe(201);
  });
});
