import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { handler as listMembers } from "../../../functions/members/list-members.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { member } from "../../../shared/contract/members.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import { addKey, addMember, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "web" };
const WHOLE = {
  name: "Kim Counsel",
  email: "kim@example.com",
  role: "attorney",
  schedulable: true,
  active: true,
  time_zone: "Europe/Berlin",
  office_hours: [{ weekday: 1, start: "09:00", end: "24:00" }],
  time_off: [{ start_date: "2026-05-01", end_date: "2026-05-03", reason: "Trip" }],
};

let key: string;
let firm: Awaited<ReturnType<typeof newFirm>>;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

const create = (body: unknown) => call(createMember, { key, body });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  call(updateMember, { key, params: { id }, body, headers });
const get = (id: string, by = key) => call(getMember, { key: by, params: { id } });
const fields = (response: { body: { error: { details: { field: string }[] } } }) =>
  response.body.error.details.map(({ field }) => field);

describe("POST /api/members", () => {
  it("adds a member with everything that can be said", async () => {
    const response = await create(WHOLE);
    expect(response.status).toBe(201);
    expect(member().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ ...WHOLE, version: 1 });
    expect((await get(response.body.id)).body).toEqual(response.body);
  });

  it("needs no more than a name: active, not schedulable, in the firm's zone", async () => {
    const { body } = await create({ name: " Pat " });
    expect(body).toMatchObject({
      name: "Pat",
      email: "",
      role: "",
      schedulable: false,
      active: true,
      time_zone: "America/New_York",
      office_hours: [],
      time_off: [],
    });
  });

  it("names every violation at once", async () => {
    const response = await create({
      name: "  ",
      email: "kim@",
      role: 5,
      schedulable: "yes",
      time_zone: "EST5EDT/Nowhere",
      office_hours: [
        { weekday: 1, start: "09:00", end: "17:00" },
        { weekday: 1, start: "16:00", end: "15:00" },
        { weekday: 2, start: 9, end: "17:00" },
        { weekday: 1, start: "16:00", end: "18:00" },
      ],
      time_off: [
        { start_date: "2026-02-30", end_date: "2026-03-01" },
        { start_date: "2026-03-02", end_date: "2026-03-01" },
        { start_date: "2026-03-02" },
      ],
    });
    expect([response.status, fields(response).sort()]).toEqual([
      422,
      [
        "email",
        "name",
        "office_hours[1].end",
        "office_hours[2].start",
        "office_hours[3]",
        "role",
        "schedulable",
        "time_off[0].start_date",
        "time_off[1].end_date",
        "time_off[2].end_date",
        "time_zone",
      ],
    ]);
  });

  it.each([
    ["office_hours", Array(LIMITS.officeHours + 1).fill({ weekday: 1, start: "09:00", end: "10:00" })],
    ["time_off", Array(LIMITS.timeOff + 1).fill({ start_date: "2026-01-01", end_date: "2026-01-01" })],
  ])("refuses too many %s", async (field, entries) => {
    const response = await create({ name: "Kim", [field]: entries });
    expect([response.status, fields(response)]).toEqual([422, [field]]);
  });
});

describe("PATCH /api/members/{id}", () => {
  it("changes what is sent, and that alone", async () => {
    const { body: made } = await create(WHOLE);
    const response = await patch(made.id, { role: "partner", office_hours: [] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ ...made, role: "partner", office_hours: [], version: 2 });
    expect((await get(made.id)).body).toEqual(response.body);
    expect((await patch(made.id, { email: "" })).body).toMatchObject({ email: "", version: 3 });
    expect((await patch(made.id, { role: "partner" })).body).toMatchObject({ version: 3 });
  });

  it("judges the resource before the body, and every field of it", async () => {
    expect((await patch(randomUUID(), { name: "" })).status).toBe(404);
    expect((await patch("nobody", { name: "" })).status).toBe(404);
    const response = await patch(
      firm.attorney.id,
      { name: "", time_zone: "", active: null },
      { "if-match": "1" },
    );
    expect([response.status, fields(response).sort()]).toEqual([
      422,
      ["If-Match", "active", "name", "time_zone"],
    ]);
  });

  it("refuses a stale version", async () => {
    const { id } = firm.attorney;
    expect((await patch(id, { role: "a" }, { "if-match": '"1"' })).body.version).toBe(2);
    const stale = await patch(id, { role: "b" }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    expect((await get(id)).body).toMatchObject({ role: "a", version: 2 });
  });

  it("keeps every one of 20 parallel changes of different fields", async () => {
    const { id } = firm.attorney;
    const { name, time_zone, ...rest } = WHOLE;
    const changes = [
      { name },
      { time_zone },
      ...Object.entries(rest).map(([field, value]) => ({ [field]: value })),
    ];
    const twenty = Array.from({ length: 20 }, (_, n) => changes[n % changes.length]);
    const responses = await Promise.all(twenty.map((change) => patch(id, change)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await get(id)).body).toMatchObject(WHOLE);
  });

  it("that deactivates leaves the member's leads alone, and gives them no new ones", async () => {
    const assigned = { ...ADA, assignee_id: firm.attorney.id };
    const { body: lead } = await call(createLead, { key, body: assigned });
    expect((await patch(firm.attorney.id, { active: false })).body.active).toBe(false);
    expect((await call(getLead, { key, params: { id: lead.id } })).body).toEqual(lead);
    const refused = await call(createLead, { key, body: assigned });
    expect([refused.status, fields(refused)]).toEqual([422, ["assignee_id"]]);
    await patch(firm.attorney.id, { active: true });
    expect((await call(createLead, { key, body: assigned })).status).toBe(201);
  });
});

describe("GET /api/members", () => {
  const walk = (by: string, limit: number) => readAllPages(listMembers, { key: by, limit });

  it("lists the firm's members, newest first, page by page", async () => {
    const added = [];
    for (let n = 0; n < 6; n++) added.push(await addMember(table, firm.firmId, { name: `M${n}` }));
    const ids = [firm.attorney, ...added].map(({ id }) => id).reverse();
    const pages = await walk(key, 3);
    expect(pages.map((data) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect((await walk(key, 7)).map((data) => data.length)).toEqual([7]);
    const { body } = await call(listMembers, { key });
    expect(page(member()).parse(body)).toEqual(body);
  });

  it("shows no firm another's, whatever the cursor", async () => {
    const other = await newFirm(table);
    expect((await get(other.attorney.id)).status).toBe(404);
    expect((await patch(other.attorney.id, { name: "Mine" })).status).toBe(404);
    expect((await walk(key, 50)).flat().map(({ id }) => id)).toEqual([firm.attorney.id]);
    await addMember(table, firm.firmId);
    const { body } = await call(listMembers, { key, query: { limit: "1" } });
    const foreign = await call(listMembers, { key: other.apiKey, query: { cursor: body.next_cursor } });
    expect([foreign.status, fields(foreign)]).toEqual([422, ["cursor"]]);
  });

  it("needs settings:read to be read and settings:write to be changed", async () => {
    const reader = await addKey(table, firm.firmId, { scopes: ["settings:read"] });
    const params = { id: firm.attorney.id };
    expect((await get(firm.attorney.id, reader)).status).toBe(200);
    expect((await call(updateMember, { key: reader, params, body: {} })).status).toBe(403);
    expect((await call(createMember, { key: reader, body: WHOLE })).status).toBe(403);
  });
});
