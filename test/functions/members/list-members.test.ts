import { describe, expect, it } from "@jest/globals";
import { handler as createMember } from "../../../functions/members/create-member.ts";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { handler as listMembers } from "../../../functions/members/list-members.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { member } from "../../../shared/members/member.contract.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { MEMBER_BODY } from "../../support/members.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  firm.send(updateMember, { params: { id }, body, headers });
const get = (id: string, by = firm.apiKey) => call(getMember, { key: by, params: { id } });

describe("GET /api/members", () => {
  const readPages = (by: string, limit: number) => readAllPages(listMembers, { key: by, limit });

  it("returns the firm's members page by page, newest first", async () => {
    const added = [];
    for (let n = 0; n < 6; n++) added.push(await firm.addMember({ name: `M${n}` }));
    const ids = [firm.attorney, ...added].map(({ id }) => id).reverse();
    const pages = await readPages(firm.apiKey, 3);
    expect(pages.map((data) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
    expect((await readPages(firm.apiKey, 7)).map((data) => data.length)).toEqual([7]);
    const { body } = await firm.send(listMembers);
    expect(page(member()).parse(body)).toEqual(body);
  });

  it("does not expose another firm's members, even with its cursor", async () => {
    const other = await newFirm(table);
    expect((await get(other.attorney.id)).status).toBe(404);
    expect((await patch(other.attorney.id, { name: "Mine" })).status).toBe(404);
    expect((await readPages(firm.apiKey, 50)).flat().map(({ id }) => id)).toEqual([firm.attorney.id]);
    await firm.addMember();
    const { body } = await firm.send(listMembers, { query: { limit: "1" } });
    const foreign = await call(listMembers, { key: other.apiKey, query: { cursor: body.next_cursor } });
    expect([foreign.status, violationFields(foreign)]).toEqual([422, ["cursor"]]);
  });

  it("requires settings:read to read and settings:write to change members", async () => {
    const reader = await firm.addKey({ scopes: ["settings:read"] });
    const params = { id: firm.attorney.id };
    expect((await get(firm.attorney.id, reader)).status).toBe(200);
    expect((await call(updateMember, { key: reader, params, body: {} })).status).toBe(403);
    expect((await call(createMember, { key: reader, body: MEMBER_BODY })).status).toBe(403);
  });
});
