import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getConsultation } from "../../../functions/consultations/get-consultation.ts";
import { handler as mergeHandler } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as updateFirmHandler } from "../../../functions/settings/update-firm.ts";
import { disableFirm, enableFirm } from "../../../shared/firm/set-firm-state.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { scanItems } from "../../support/scan-table.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, send, updateFirm } = useBookingFixture(table);
const { create, list, newLink, remove } = linkCalls(() => fixture);

let leadId: string;
beforeAll(() => updateFirm(SELF_SERVICE));
beforeEach(async () => {
  leadId = (await putLead(table, fixture.firmId)).id;
});

const linkFor = (body: object = {}, of = leadId) =>
  newLink({ type: MEETING.key, attorney_id: fixture.attorney.id, ...body }, of);
const idsOf = async (lead: string) => (await list(lead)).body.data.map(({ id }: { id: string }) => id).sort();
const errorOf = ({ status, body }: Awaited<ReturnType<typeof list>>) => [status, body.error?.code];

it("a link is disabled with its firm", async () => {
  const other = await createBookingFixture(table);
  await send(updateFirmHandler, { key: other.key, body: SELF_SERVICE });
  const { token } = await linkCalls(() => other).newLink();
  const change = { firmId: other.firmId, nowMilliseconds: Date.now() };
  await disableFirm(table, change);
  advanceDate(5_000);
  expect(errorOf(await byLink(token).state())).toEqual([403, "key_disabled"]);
  await enableFirm(table, change);
  advanceDate(5_000);
  expect((await byLink(token).state()).status).toBe(200);
});

it("the links of a lead that is merged belong to the remaining lead, and act for it", async () => {
  const target = await putLead(table, fixture.firmId, { firstName: "Grace" });
  const [open, booked, own] = [await linkFor(), await linkFor(), await linkFor({}, target.id)];
  const { body: consultation } = await byLink(booked.token).book(atMinute(0));
  const merge = { params: { id: target.id }, body: { from: leadId } };
  expect((await send(mergeHandler, merge)).status).toBe(200);
  expect([await idsOf(target.id), await idsOf(leadId)]).toEqual([[open.id, booked.id, own.id].sort(), []]);
  const { body: links } = await list(target.id);
  expect(new Set(links.data.map(({ lead_id }: { lead_id: string }) => lead_id))).toEqual(
    new Set([target.id]),
  );
  expect((await byLink(open.token).state()).body.first_name).toBe("Grace");
  const { body } = await byLink(open.token).book(atMinute(60));
  const shown = await send(getConsultation, { params: { id: body.id } });
  expect(shown.body.lead_id).toBe(target.id);
  expect((await byLink(booked.token).move(atMinute(120))).body).toMatchObject({ id: consultation.id });
  expect(violationFields(await create(undefined, leadId))).toEqual(["lead_id"]);
  expect(errorOf(await remove(open.id, leadId))).toEqual([409, "lead_merged"]);
  expect((await remove(open.id, target.id)).status).toBe(204);
  expect(errorOf(await byLink(open.token).state())).toEqual([401, "invalid_key"]);
});

/** The parts of the firm that a client may see. */
const SHOWN = ["Test Law", MEETING.name];

describe("the answers of a link", () => {
  it("contain nothing of the firm except what they are for", async () => {
    const colleague = await newAttorney({ name: "Colleague Quux" });
    const types = [{ ...MEETING, attorney_ids: [fixture.attorney.id, colleague.id] }];
    await updateFirm({ consultation_types: [...types, { ...MEETING, key: "other", name: "Another type" }] });
    const lead = await putLead(table, fixture.firmId, {
      lastName: "Lovelace-Quux",
      email: "ada.quux@example.com",
      phone: "+12125550199",
      data: { summary: "Bananas", case_type: "Family" },
    });
    await book({ lead_id: leadId, start_at: atMinute(600), attorney_id: colleague.id });
    const link = await linkFor({}, lead.id);
    const client = byLink(link.token);
    const answers = [
      await client.state(),
      await client.availability(),
      await client.book(atMinute(601)),
      await client.book(atMinute(602)),
      await client.state(),
      await client.availability(),
      await client.calendarFile(),
      await client.move(atMinute(700)),
      await client.move("x"),
      await client.move(atMinute(-1)),
      await client.cancel(),
      await client.cancel(),
      await client.state(),
    ];
    const requestIds = answers.map(({ headers }) => headers["x-request-id"]);
    const shownIds = [link.id, answers[2]?.body.id, ...requestIds];
    // The calendar file has the link's own address. Long lines are folded.
    const withoutAddress = (body: unknown) =>
      typeof body === "string" ? body.replaceAll("\r\n ", "").replaceAll(link.token, "") : body;
    const text = JSON.stringify(answers.map(({ body, headers }) => [withoutAddress(body), headers]));
    const firmItems = (await scanItems(table)).filter((item) =>
      JSON.stringify(item).includes(fixture.firmId),
    );
    const ids = new Set(JSON.stringify(firmItems).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
    expect(ids.size).toBeGreaterThan(10);
    expect([...ids].filter((id) => text.includes(id) && !shownIds.includes(id))).toEqual([]);
    const secrets = [
      "Quux",
      "quux",
      "2125550199",
      "Bananas",
      "Family",
      "Another type",
      "other",
      String(MEETING.amount),
      "itl_",
    ];
    expect(secrets.filter((each) => text.includes(each))).toEqual([]);
    for (const shown of [...SHOWN, lead.firstName, fixture.attorney.name]) expect(text).toContain(shown);
    // The amount has no currency, so it is no price.
    expect(new Set(text.match(/"(amount|currency)":[^,]*/g))).toEqual(
      new Set(['"amount":null', '"currency":null']),
    );
    expect(text).not.toMatch(/"(paid|email|phone|last_name|stage|lead_id|attorney_id|attorney_ids|outcome)"/);
    await updateFirm(SELF_SERVICE);
  });
});

it("stores which link has changed the consultation", async () => {
  const { id, token } = await linkFor();
  const { body } = await byLink(token).book(atMinute(0));
  const stored = (await scanItems(table)).find(({ sk }) => sk === body.id);
  expect(stored?.actor).toEqual({ type: "client_link", id });
  await patch(body.id, { start_at: atMinute(60) });
  const later = (await scanItems(table)).find(({ sk }) => sk === body.id);
  expect(later?.actor).toMatchObject({ type: "api_key" });
});
