import { describe, expect, it } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as createSource } from "../../../functions/sources/create-source.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

/** Sets settings by which the stored values are invalid. */
const changeSettings = async () => {
  const lead_fields = [{ key: "summary", label: "Summary", type: "number" }];
  expect((await firm.send(updateFirm, { body: { lead_fields, default_country: "GB" } })).status).toBe(200);
  const params = { id: firm.attorney.id };
  expect((await firm.send(updateMember, { params, body: { active: false } })).status).toBe(200);
  advanceDate(5_000);
};

describe("a document as a GET shows it changes nothing when sent back, whatever the settings are now:", () => {
  it("a lead", async () => {
    const body = {
      ...ADA,
      phone: "020 7946 0018",
      assignee_id: firm.attorney.id,
      data: { summary: "Fell", case_type: "Family" },
    };
    const params = { id: (await firm.send(createLead, { body })).body.id };
    await changeSettings();
    const shown = (await firm.send(getLead, { params })).body;
    expect(await firm.send(updateLead, { params, body: shown })).toMatchObject({ status: 200, body: shown });
    const inUpperCase = { assignee_id: firm.attorney.id.toUpperCase() };
    expect((await firm.send(updateLead, { params, body: inUpperCase })).body).toEqual(shown);
    const other = { ...shown, data: { summary: "Slipped" } };
    expect(await firm.send(updateLead, { params, body: other })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "data.summary" }] } },
    });
  });

  it("and null removes the value of a field that the firm no longer defines", async () => {
    const body = { ...ADA, data: { summary: "Fell", case_type: "Family" } };
    const params = { id: (await firm.send(createLead, { body })).body.id };
    expect((await firm.send(updateFirm, { body: { lead_fields: [] } })).status).toBe(200);
    advanceDate(10_000);
    const data = { summary: "kept", case_type: null, unknown: null };
    expect((await firm.send(updateLead, { params, body: { data } })).body.data).toEqual({ summary: "Fell" });
    expect((await firm.send(getLead, { params })).body.data).toEqual({ summary: "Fell" });
  });

  it("a source", async () => {
    const mapping = { "data.case_type": "matter", email: "contact.email" };
    const body = { key: "form", name: "Form", mapping, default_assignee_id: firm.attorney.id };
    const params = { id: (await firm.send(createSource, { body })).body.id };
    await changeSettings();
    const shown = (await firm.send(getSource, { params })).body;
    expect(await firm.send(updateSource, { params, body: shown })).toMatchObject({
      status: 200,
      body: shown,
    });
    const inUpperCase = { default_assignee_id: firm.attorney.id.toUpperCase() };
    expect((await firm.send(updateSource, { params, body: inUpperCase })).body).toEqual(shown);
    const other = { mapping: { "data.case_type": "other" } };
    expect(await firm.send(updateSource, { params, body: other })).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: "mapping.data.case_type" }] } },
    });
  });
});
