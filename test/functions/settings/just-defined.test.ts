import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeConsultation } from "../../../functions/consultations/complete-consultation.ts";
import { handler as mergeLead } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as listDuplicates } from "../../../functions/leads/list-duplicates.ts";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as lookUpLeads } from "../../../functions/leads/look-up-leads.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { ADA, putLead } from "../../support/leads.ts";
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

/** All tests run in one instance with a stopped clock, so what it caches here stays cached until a test ends. */
beforeEach(async () => {
  fakeDate(Date.now());
  await changeSetting(table, fixture.firmId, "stages", firmFields.initial.stages);
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
});

describe("an instance that has cached the settings before they changed", () => {
  it.each([["extra"], [{ key: "extra" }]])(
    "moves a lead to the stage %j, which was just added",
    async (status) => {
      await updateFirm({ stages: [...firmFields.initial.stages, { key: "extra", name: "Extra" }] });
      expect(await change({ status })).toMatchObject({
        status: 200,
        body: { status: { key: "extra", name: "Extra" } },
      });
    },
  );

  it("creates leads as soon as there is an open stage", async () => {
    await changeSetting(table, fixture.firmId, "stages", firmFields.initial.stages.slice(-1));
    fakeDate(Date.now() + 5_000);
    expect((await create({})).body.error.code).toBe("no_open_stage");
    await updateFirm({ stages: firmFields.initial.stages });
    expect((await create({})).body.status.key).toBe("new");
  });
});

/** Adds the stage and puts a lead there, as another instance would. */
describe("an instance that has cached the settings names a stage that was just added", () => {
  const EXTRA = { key: "extra", name: "Extra", terminal: false };
  const inPath = () => ({ params: { id: moved.id } });
  const isMoved = ({ id }: Lead) => id === moved.id;
  let moved: Lead;

  beforeEach(async () => {
    await changeSetting(table, fixture.firmId, "stages", [...firmFields.initial.stages, EXTRA]);
    moved = await putLead(table, fixture.firmId, { stage: "extra", email: "extra@example.com" });
  });

  it.each([
    ["lead", async () => (await send(getLead, inPath())).body],
    ["lead in a list", async () => (await send(listLeads)).body.data.find(isMoved)],
    ["lead looked up", async () => (await send(lookUpLeads, { query: { email: moved.email } })).body.data[0]],
    ["duplicate", async () => (await duplicatesOfSame()).body.data[0].lead],
    ["changed lead", async () => (await send(updateLead, { ...inPath(), body: { first_name: "Ada" } })).body],
    ["lead to archive", async () => (await send(archiveLead, inPath())).body],
    ["merged lead", async () => (await send(mergeLead, { ...inPath(), body: { from: lead.id } })).body],
  ])("on a %s", async (_, shown) => {
    expect((await shown()).status).toEqual({ key: "extra", name: "Extra" });
  });

  const duplicatesOfSame = async () => {
    const { id } = await putLead(table, fixture.firmId, { email: moved.email });
    return send(listDuplicates, { params: { id } });
  };
});

describe("the settings are read", () => {
  it.each([
    ["not at all when a new lead names only fields that they have", { court: "State" }, ["Put"]],
    ["not at all when it clears fields that they lack", { other: null }, ["Put"]],
    ["once when it names a field that they lack", { other: "x" }, ["Get", "Put"]],
    ["once when it names an option that they lack", { court: "Tribal" }, ["Get"]],
  ])("%s", async (_, data, calls) => {
    expect(await recordStoreCalls(() => create(data))).toEqual(calls);
  });
});
