import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as mergeHandler } from "../../functions/lead-merge/merge-lead.ts";
import { handler as updateFirmHandler } from "../../functions/settings/update-firm.ts";
import { disableFirm } from "../../shared/firm/set-firm-state.ts";
import { eraseLinks } from "../../shared/links/link.store.ts";
import {
  atMinute,
  countOutcomes,
  expectConsistentSlots,
  times,
  useBookingFixture,
} from "../support/booking-fixture.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { createBookingFixture, readStoredConsultations } from "../support/consultations.ts";
import { fakeDate } from "../support/fake-date.ts";
import { putLead } from "../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../support/links.ts";
import { useTable } from "../support/test-table.ts";
import { violationFields } from "../support/violation-fields.ts";

const table = useTable();
const { fixture, book, patch, send, updateFirm } = useBookingFixture(table);
const { newLink, list, remove } = linkCalls(() => fixture);

beforeAll(() => updateFirm(SELF_SERVICE));

let leadId: string;
beforeEach(async () => {
  leadId = (await putLead(table, fixture.firmId)).id;
});

const linkFor = (of = leadId) => newLink({ type: MEETING.key, attorney_id: fixture.attorney.id }, of);
const consultationsOf = async (lead: string) =>
  (await readStoredConsultations(table)).consultations.filter((each) => each.leadId === lead);

describe("one link, used twenty times at once", () => {
  it("books one consultation, whatever the starts", async () => {
    const { token } = await linkFor();
    const client = byLink(token);
    const answers = await Promise.all(times(20, (index) => client.book(atMinute(index * 60))));
    expect(countOutcomes(answers)).toEqual({ 201: 1, self_service_not_allowed: 19 });
    const booked = answers.find(({ status }) => status === 201);
    expect(await consultationsOf(leadId)).toEqual([
      expect.objectContaining({ id: booked?.body.id, startAt: booked?.body.start_at }),
    ]);
    await expectConsistentSlots(table);
  });

  it("books one consultation at one start, which every caller gets", async () => {
    const { token } = await linkFor();
    const answers = await Promise.all(times(20, () => byLink(token).book(atMinute(0))));
    expect(countOutcomes(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers["idempotent-replayed"]).length).toBe(19);
    expect(await consultationsOf(leadId)).toHaveLength(1);
  });

  it("moves its consultation as often as the firm allows", async () => {
    await updateFirm({ self_service: { max_reschedules: 3 } });
    const { token } = await linkFor();
    await byLink(token).book(atMinute(0));
    const answers = await Promise.all(times(10, (index) => byLink(token).move(atMinute(1_440 + index * 60))));
    expect(countOutcomes(answers)).toEqual({ 200: 3, self_service_not_allowed: 7 });
    expect((await byLink(token).state()).body).toMatchObject({
      reschedules_left: 0,
      allowed: { reschedule: false, cancel: true },
    });
    await updateFirm({ self_service: { max_reschedules: null } });
    await expectConsistentSlots(table);
  });
});

it("counts the moves of a consultation by all its links, and none by the firm", async () => {
  await updateFirm({ self_service: { max_reschedules: 2 } });
  const { body: consultation } = await book({ lead_id: leadId });
  const links = [];
  for (const _ of [1, 2]) links.push(await newLink({ consultation_id: consultation.id }, leadId));
  const [one, other] = links.map(({ token }) => byLink(token));
  expect((await patch(consultation.id, { start_at: atMinute(30) })).status).toBe(200);
  const moves = [one?.move(atMinute(120)), one?.move(atMinute(240)), other?.move(atMinute(360))];
  const answers = (await Promise.all(moves)).flatMap((answer) => answer ?? []);
  expect(countOutcomes(answers)).toEqual({ 200: 2, self_service_not_allowed: 1 });
  expect((await patch(consultation.id, { start_at: atMinute(600) })).status).toBe(200);
  await updateFirm({ self_service: { max_reschedules: null } });
});

describe("a booking by a link that is in progress", () => {
  it("books nothing when the link is revoked", async () => {
    const { id, token } = await linkFor();
    const isRevoked = changeBeforeWrite(() => remove(id, leadId));
    const answer = await byLink(token).book(atMinute(0));
    expect([isRevoked(), answer.status, answer.body.error.code]).toEqual([true, 401, "invalid_key"]);
    expect(await consultationsOf(leadId)).toEqual([]);
  });

  it("books for the remaining lead when its own is merged", async () => {
    const target = await putLead(table, fixture.firmId);
    const { token } = await linkFor();
    const merge = () => send(mergeHandler, { params: { id: target.id }, body: { from: leadId } });
    const isMerged = changeBeforeWrite(merge);
    const answer = await byLink(token).book(atMinute(0));
    expect([isMerged(), answer.status]).toEqual([true, 201]);
    expect([await consultationsOf(leadId), (await consultationsOf(target.id)).length]).toEqual([[], 1]);
  });

  it("books nothing when the lead is erased", async () => {
    const { token } = await linkFor();
    const erasure = { leadIds: [leadId], dryRun: false, onFault: () => {} };
    const isErased = changeBeforeWrite(() => eraseLinks(table, fixture.firmId, erasure));
    const answer = await byLink(token).book(atMinute(0));
    expect([isErased(), answer.status]).toEqual([true, 401]);
    expect(await consultationsOf(leadId)).toEqual([]);
  });

  it("takes no slot that somebody else has taken, and offers the next free ones", async () => {
    const { token } = await linkFor();
    changeBeforeWrite(() => book({ start_at: atMinute(0) }));
    const answer = await byLink(token).book(atMinute(0));
    expect(answer.body.error).toMatchObject({
      code: "slot_unavailable",
      next_available: [atMinute(60), atMinute(75), atMinute(90)],
    });
    await expectConsistentSlots(table);
  });
});

describe("a link that is being created", () => {
  it("acts for the remaining lead when its own is merged, and is listed there", async () => {
    const target = await putLead(table, fixture.firmId, { firstName: "Grace" });
    const isMerged = changeBeforeWrite(() =>
      send(mergeHandler, { params: { id: target.id }, body: { from: leadId } }),
    );
    const { id, token } = await linkFor();
    expect(isMerged()).toBe(true);
    expect((await byLink(token).state()).body.first_name).toBe("Grace");
    expect((await byLink(token).book(atMinute(0))).status).toBe(201);
    expect((await list(target.id)).body.data).toMatchObject([{ id, lead_id: target.id }]);
    expect(await consultationsOf(target.id)).toHaveLength(1);
  });

  it("does not work when its lead is erased", async () => {
    const erasure = { at: "2055-01-01T00:00:00.000Z", changeId: leadId };
    const isErased = changeBeforeWrite(() => putLead(table, fixture.firmId, { id: leadId, erasure }));
    const client = byLink((await linkFor()).token);
    const answers = [await client.state(), await client.book(atMinute(0))];
    expect([isErased(), ...answers.map(({ status }) => status)]).toEqual([true, 401, 401]);
    expect(await consultationsOf(leadId)).toEqual([]);
  });

  it("is refused when its firm is disabled", async () => {
    const other = await createBookingFixture(table);
    const { key, firmId, leadId: id } = other;
    await send(updateFirmHandler, { key, body: SELF_SERVICE });
    const isDisabled = changeBeforeWrite(() => disableFirm(table, { firmId, nowMilliseconds: Date.now() }));
    const answer = await linkCalls(() => other).create(undefined, id);
    expect([isDisabled(), answer.status, answer.body.error.code]).toEqual([true, 403, "key_disabled"]);
  });
});

describe("a change by a link that is in progress", () => {
  it.each([
    ["a move", (token: string) => byLink(token).move(atMinute(60)), "rescheduled"],
    ["a cancellation", (token: string) => byLink(token).cancel(), "canceled"],
  ])("is made after a merge of its lead: %s", async (_, change, status) => {
    const target = await putLead(table, fixture.firmId);
    const { token } = await linkFor();
    await byLink(token).book(atMinute(0));
    const isMerged = changeBeforeWrite(() =>
      send(mergeHandler, { params: { id: target.id }, body: { from: leadId } }),
    );
    expect([(await change(token)).status, isMerged()]).toEqual([200, true]);
    expect(await consultationsOf(target.id)).toMatchObject([{ status }]);
    await expectConsistentSlots(table);
  });

  it.each([
    ["a cancellation", { status: "canceled" }],
    ["a move", { start_at: atMinute(600) }],
  ])(
    "is refused when staff move the appointment that If-Match names in that moment: %s",
    async (_, change) => {
      const { token } = await linkFor();
      const client = byLink(token);
      const { body: booked } = await client.book(atMinute(0));
      const { etag } = (await client.state()).body;
      const isMoved = changeBeforeWrite(() => patch(booked.id, { start_at: atMinute(300) }));
      const refused = await client.change(change, etag);
      expect([isMoved(), refused.status, refused.body.error.code]).toEqual([true, 409, "version_conflict"]);
      expect((await client.state()).body.consultation).toMatchObject({
        status: "rescheduled",
        start_at: atMinute(300),
      });
      await patch(booked.id, { status: "canceled" });
      await expectConsistentSlots(table);
    },
  );

  it("is checked against the notice of the start to which the firm moves the consultation meanwhile", async () => {
    fakeDate(Date.parse(atMinute(0)));
    const { token } = await linkFor();
    const { body } = await byLink(token).book(atMinute(180));
    await updateFirm({ self_service: { cancel_notice_min: 120 } });
    const isMoved = changeBeforeWrite(() => patch(body.id, { start_at: atMinute(119) }));
    const refused = await byLink(token).cancel();
    expect([isMoved(), violationFields(refused)]).toEqual([true, ["self_service.cancel_notice_min"]]);
    await patch(body.id, { start_at: atMinute(120) });
    expect((await byLink(token).cancel()).status).toBe(200);
    await updateFirm({ self_service: { cancel_notice_min: null } });
  });
});
