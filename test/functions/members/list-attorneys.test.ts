import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/members/list-attorneys.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { addMember, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();

describe("GET /api/attorneys", () => {
  it("returns the firm's active, schedulable members and whether they have office hours", async () => {
    const { firmId, apiKey: key, attorney: first } = await newFirm(table);
    await newFirm(table);
    await addMember(table, firmId, { active: false });
    await addMember(table, firmId, { schedulable: false });
    const closed = { date: "2055-03-02", windows: [] };
    const open = { date: "2055-03-03", windows: [{ start: "09:00", end: "12:00" }] };
    const occasional = await addMember(table, firmId, { officeHours: [], dateHours: [closed, open] });
    const closedOnce = await addMember(table, firmId, { officeHours: [], dateHours: [closed] });
    const past = { date: "2020-03-02", windows: open.windows };
    const passed = await addMember(table, firmId, { officeHours: [], dateHours: [past] });
    const idle = await addMember(table, firmId, { officeHours: [] });
    const response = await call(handler, { key });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject([
      { id: idle.id, has_office_hours: false },
      { id: passed.id, has_office_hours: false },
      { id: closedOnce.id, has_office_hours: false },
      { id: occasional.id, has_office_hours: true },
      { id: first.id, has_office_hours: true, time_zone: "America/New_York" },
    ]);
    expect(response.body.next_cursor).toBeNull();
    await call(updateMember, { key, params: { id: first.id }, body: { active: false } });
    expect((await call(handler, { key })).body.data.map(({ id }: { id: string }) => id)).toEqual(
      [idle, passed, closedOnce, occasional].map(({ id }) => id),
    );
  });

  it("returns pages that skip members who are not attorneys", async () => {
    const { firmId, apiKey: key, attorney: first } = await newFirm(table);
    const ids = [first.id];
    for (let n = 0; n < 20; n++) {
      const { id } = await addMember(table, firmId, { schedulable: n % 4 === 0 });
      if (n % 4 === 0) ids.unshift(id);
    }
    const pages = await readAllPages(handler, { key, limit: 2 });
    expect(pages.flat().map(({ id }) => id)).toEqual(ids);
  });
});
