import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { ADA } from "../../support/leads.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

afterEach(() => {
  jest.useRealTimers();
});

/** Settings that make values stored before invalid by now. */
const changeSettings = async () => {
  const lead_fields = [{ key: "summary", label: "Summary", type: "number" }];
  expect((await call(updateFirm, { key, body: { lead_fields, default_country: "GB" } })).status).toBe(200);
  const params = { id: firm.attorney.id };
  expect((await call(updateMember, { key, params, body: { active: false } })).status).toBe(200);
};

describe("what a GET shows is no change when it is sent back, whatever the settings say by now:", () => {
  it("a lead", async () => {
    const body = {
      ...ADA,
      phone: "020 7946 0018",
      assignee_id: firm.attorney.id,
      data: { summary: "Fell", case_type: "Family" },
    };
    const params = { id: (await call(createLead, { key, body })).body.id };
    await changeSettings();
    const shown = (await call(getLead, { key, params })).body;
    expect(await call(updateLead, { key, params, body: shown })).toMatchObject({ status: 200, body: shown });
    const inUpperCase = { assignee_id: firm.attorney.id.toUpperCase() };
    expect((await call(updateLead, { key, params, body: inUpperCase })).body).toEqual(shown);
    const other = { ...shown, data: { summary: "Slipped" } };
    expect(await call(updateLead, { key, params, body: other })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "data.summary" }] } },
    });
  });

  it("a lead's stage, while it is being removed", async () => {
    const { id, status } = (await call(createLead, { key, body: ADA })).body;
    await changeSetting(table, firm.firmId, "closingStages", { [status.key]: Date.now() + 60_000 });
    advanceDate(10_000);
    const again = await call(updateLead, { key, params: { id }, body: { status: ` ${status.key} ` } });
    expect(again).toMatchObject({ status: 200, body: { status } });
  });

  it("and null removes the value of a field that the firm no longer defines", async () => {
    const body = { ...ADA, data: { summary: "Fell", case_type: "Family" } };
    const params = { id: (await call(createLead, { key, body })).body.id };
    expect((await call(updateFirm, { key, body: { lead_fields: [] } })).status).toBe(200);
    advanceDate(10_000);
    const data = { summary: "kept", case_type: null, unknown: null };
    expect((await call(updateLead, { key, params, body: { data } })).body.data).toEqual({ summary: "Fell" });
    expect((await call(getLead, { key, params })).body.data).toEqual({ summary: "Fell" });
  });

  it("a source", async () => {
    const mapping = { "data.case_type": "matter", email: "contact.email" };
    const body = { key: "form", name: "Form", mapping, default_assignee_id: firm.attorney.id };
    const params = { id: (await call(createSource, { key, body })).body.id };
    await changeSettings();
    const shown = (await call(getSource, { key, params })).body;
    expect(await call(updateSource, { key, params, body: shown })).toMatchObject({
      status: 200,
      body: shown,
    });
    const inUpperCase = { default_assignee_id: firm.attorney.id.toUpperCase() };
    expect((await call(updateSource, { key, params, body: inUpperCase })).body).toEqual(shown);
    const other = { mapping: { "data.case_type": "other" } };
    expect(await call(updateSource, { key, params, body: other })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "mapping.data.case_type" }] } },
    });
  });
});
