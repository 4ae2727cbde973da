import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeConsultation } from "../../../functions/consultations/complete-consultation.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { INITIAL_STAGES } from "../../../shared/settings/firm.rules.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { ADA } from "../../support/leads.ts";
import { changeSetting } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { book, fixture, send, updateFirm } = useBookingFixture(table);

const create = (data: object) => send(createLead, { body: { ...ADA, data } });
const change = (body: object) => send(updateLead, { params: { id: lead.id }, body });
const complete = (data: object) =>
  send(completeConsultation, { params: { id: consultation.id }, body: { data } });

const field = (key: string, options?: string[]) => ({
  key,
  label: key,
  ...(options ? { type: "select", options } : { type: "text" }),
});

let lead: ApiResponse["body"];
let consultation: ApiResponse["body"];

/** Everything runs in one instance at one moment: what it caches here is what it knows until the end of the test. */
beforeEach(async () => {
  fakeDate(Date.now());
  await changeSetting(table, fixture.firmId, "stages", INITIAL_STAGES);
  await updateFirm({
    lead_fields: [field("court", ["State"])],
    consultation_fields: [field("court", ["State"])],
  });
  fakeDate(Date.now() + 5_000);
  lead = (await create({ court: "State" })).body;
  consultation = (await book()).body;
});

const DATA: [string, (data: object) => Promise<ApiResponse>][] = [
  ["a new lead", create],
  ["a change of a lead", (data) => change({ data })],
  ["the completion of a consultation", complete],
];

describe.each(DATA)("an instance that has cached the settings before they changed: %s", (_, store) => {
  it("keeps the value of a field that was just defined", async () => {
    const fields = [field("court", ["State"]), field("judge")];
    await updateFirm({ lead_fields: fields, consultation_fields: fields });
    expect((await store({ court: "State", judge: "Marshall" })).body.data).toEqual({
      court: "State",
      judge: "Marshall",
    });
  });

  it("takes an option that was just added", async () => {
    const fields = [field("court", ["State", "Federal"])];
    await updateFirm({ lead_fields: fields, consultation_fields: fields });
    expect((await store({ court: "Federal" })).body.data).toEqual({ court: "Federal" });
  });

  it("takes a value of a type that a field has just got", async () => {
    const fields = [field("court")];
    await updateFirm({ lead_fields: fields, consultation_fields: fields });
    expect((await store({ court: "Appeals" })).body.data).toEqual({ court: "Appeals" });
  });
});

describe("an instance that has cached the settings before they changed", () => {
  it.each([["extra"], [{ key: "extra" }]])(
    "moves a lead to the stage %j, which was just added",
    async (status) => {
      await updateFirm({ stages: [...INITIAL_STAGES, { key: "extra", name: "Extra" }] });
      expect(await change({ status })).toMatchObject({
        status: 200,
        body: { status: { key: "extra", name: "Extra" } },
      });
    },
  );

  it("creates leads as soon as there is an open stage", async () => {
    await changeSetting(table, fixture.firmId, "stages", INITIAL_STAGES.slice(-1));
    fakeDate(Date.now() + 5_000);
    expect((await create({})).body.error.code).toBe("no_open_stage");
    await updateFirm({ stages: INITIAL_STAGES });
    expect((await create({})).body.status.key).toBe("new");
  });
});

describe("the settings are read", () => {
  it.each([
    ["not at all, when a new lead names what they have", { court: "State" }, ["Put"]],
    ["not at all, when it clears what they lack", { other: null }, ["Put"]],
    ["once, when it names a field that they lack", { other: "x" }, ["Get", "Put"]],
    ["once, when it names an option that they lack", { court: "Tribal" }, ["Get"]],
  ])("%s", async (_, data, calls) => {
    expect(await recordStoreCalls(() => create(data))).toEqual(calls);
  });
});
