import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { atMinute, expectConsistentSlots, useBookingFixture } from "../support/booking-fixture.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { eventPublisher, runErasure } from "../support/erasure-fixture.ts";
import { putLead } from "../support/leads.ts";
import { scanItems } from "../support/scan-table.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, send, book, patch } = useBookingFixture(table, beforeEach);

/** The consultation of the erased lead, tomorrow's. */
let id: string;
beforeEach(async () => {
  captureLog();
  id = String((await book()).body.id);
});

const NAMED = () => [
  expect.objectContaining({ id, startAt: atMinute(600), attorneyId: fixture.attorney.id }),
];

const erase = (options: { readonly dryRun?: boolean; readonly keepsConsultations?: boolean } = {}) => {
  const { firmId, leadId } = fixture;
  return runErasure(table, { firmId, leadId, ...options }, eventPublisher(table, [fixture]).publish);
};

const consultation = async () => (await send(getConsultation, { params: { id } })).body;
const statusOf = async () => (await consultation()).status;

/** Returns whether another lead can have a slot, by its start. */
const isFree = async (start_at: string) => {
  const { id: lead_id } = await putLead(table, fixture.firmId, { email: "other@example.com" });
  return (await book({ start_at, lead_id })).status === 201;
};

describe("the live consultations of an erased lead", () => {
  it("are named by a dry run, which changes nothing", async () => {
    const before = await scanItems(table);
    expect(await erase({ dryRun: true })).toMatchObject({ live: NAMED(), canceled_consultations: 1 });
    expect(await scanItems(table)).toEqual(before);
  });

  it("are canceled by the operator before they are erased, with their events", async () => {
    expect(await erase()).toMatchObject({ live: NAMED(), canceled_consultations: 1, consultations: 1 });
    expect(await consultation()).toMatchObject({ status: "canceled", type: "" });
    expect(await isFree(atMinute(600))).toBe(true);
    const { body } = await send(listEvents, { query: { record: id } });
    const actor = { type: "operator", id: null };
    expect(body.data).toMatchObject([
      { type: "consultation.updated", actor, data: { status: "canceled", type: "" } },
      { type: "consultation.canceled", actor, data: { status: "canceled", type: "" } },
      { type: "consultation.booked" },
    ]);
    await expectConsistentSlots(table);
  });

  it("stay with --keep-consultations, until a later run cancels them", async () => {
    const kept = { live: NAMED(), canceled_consultations: 0 };
    expect(await erase({ keepsConsultations: true, dryRun: true })).toMatchObject(kept);
    expect(await erase({ keepsConsultations: true })).toMatchObject({ ...kept, consultations: 1 });
    expect([await statusOf(), await isFree(atMinute(600))]).toEqual(["scheduled", false]);
    const again = { live: NAMED(), canceled_consultations: 1, leads: 0, consultations: 0 };
    expect(await erase()).toMatchObject(again);
    expect(await statusOf()).toBe("canceled");
  });

  it("are canceled although somebody moves them at that moment, and keep no slot", async () => {
    const moved = changeBeforeWrite(() => patch(id, { start_at: atMinute(900) }));
    expect(await erase()).toMatchObject({ canceled_consultations: 1 });
    expect([moved(), await statusOf()]).toEqual([true, "canceled"]);
    expect([await isFree(atMinute(600)), await isFree(atMinute(900))]).toEqual([true, true]);
    await expectConsistentSlots(table);
  });

  it("stay completed if somebody completes them at that moment", async () => {
    const completed = changeBeforeWrite(() => send(complete, { params: { id } }));
    expect(await erase()).toMatchObject({ canceled_consultations: 0, consultations: 1 });
    expect([completed(), await statusOf()]).toEqual([true, "completed"]);
  });

  it("include one that was booked before the lead was erased, after the search", async () => {
    let late: string | undefined;
    const booked = changeBeforeWrite(async () => {
      late = String((await book({ start_at: atMinute(900) })).body.id);
    });
    expect(await erase()).toMatchObject({ canceled_consultations: 2, consultations: 2 });
    expect(booked()).toBe(true);
    expect((await send(getConsultation, { params: { id: late ?? "" } })).body.status).toBe("canceled");
  });
});
