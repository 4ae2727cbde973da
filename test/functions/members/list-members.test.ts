import { describe, expect, it } from "@jest/globals";
import { handler as listMembers } from "../../../functions/members/list-members.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { member } from "../../../shared/members/member.contract.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);

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

  it("rejects the cursor of another firm's list", async () => {
    const other = await newFirm(table);
    await firm.addMember();
    const { body } = await firm.send(listMembers, { query: { limit: "1" } });
    const foreign = await call(listMembers, { key: other.apiKey, query: { cursor: body.next_cursor } });
    expect([foreign.status, violationFields(foreign)]).toEqual([422, ["cursor"]]);
  });
});
