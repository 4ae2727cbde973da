import { describe, expect, it } from "@jest/globals";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { handler as listMembers } from "../../../functions/members/list-members.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { memberCountKey } from "../../../shared/table/record-keys.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { changeAttribute } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const MEMBER_BODY = {
  name: "Kim Counsel",
  email: "kim@example.com",
  role: "attorney",
  schedulable: true,
  active: true,
  time_zone: "Europe/Berlin",
  office_hours: [{ weekday: 1, start: "09:00", end: "24:00" }],
  date_hours: [
    { date: "2055-03-02", windows: [{ start: "09:00", end: "24:00" }] },
    { date: "2055-03-03", windows: [] },
  ],
  time_off: [{ start_date: "2026-05-01", end_date: "2026-05-03", reason: "Trip" }],
};

const create = (body: unknown) => firm.send(createMember, { body });
const get = (id: string) => firm.send(getMember, { params: { id } });

describe("POST /api/members", () => {
  it("creates a member with every field", async () => {
    const response = await create(MEMBER_BODY);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ ...MEMBER_BODY, version: 1 });
    expect((await get(response.body.id)).body).toEqual(response.body);
  });
});

describe("the number of members", () => {
  it("has a maximum, also when many are created at once", async () => {
    await changeAttribute(table, memberCountKey(firm.firmId), "memberCount", LIMITS.members - 2);
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(MEMBER_BODY)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 422, 422, 422, 422]);
  });
});

describe("GET /api/members", () => {
  const readPages = (limit: number) => readAllPages(listMembers, { key: firm.apiKey, limit });

  it("returns the firm's members page by page, newest first", async () => {
    const added = [];
    for (let n = 0; n < 6; n++) added.push(await firm.addMember({ name: `M${n}` }));
    const ids = [firm.attorney, ...added].map(({ id }) => id).reverse();
    const pages = await readPages(3);
    expect(pages.map((data) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect((await readPages(7)).map((data) => data.length)).toEqual([7]);
  });
});
