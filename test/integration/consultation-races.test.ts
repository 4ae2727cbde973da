import { describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../functions/consultations/archive-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as unarchive } from "../../functions/consultations/unarchive-consultation.ts";
import { consultationRecord } from "../../shared/consultations/consultation.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import {
  atMinute,
  countOutcomes,
  expectConsistentSlots,
  times,
  useBookingFixture,
} from "../support/booking-fixture.ts";
import type { call } from "../support/http-call.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);

type Handler = Parameters<typeof call>[0];
const post = (handler: Handler, id: string, body?: unknown) => send(handler, { params: { id }, body });

const newId = async () => String((await book()).body.id);
const revisionOf = async (id: string) =>
  (await readRecord(table, consultationRecord(fixture.firmId, id)))?.revision;

describe("concurrent changes of one consultation are all stored", () => {
  it("payments, reschedules and a completion", async () => {
    for (const round of times(8, (index) => index)) {
      const id = await newId();
      const startAt = atMinute(round * 60 + 24 * 60);
      const responses = await Promise.all([
        post(recordPayment, id, { paid: true }),
        patch(id, { start_at: startAt }),
        post(recordPayment, id, { amount: 150 }),
      ]);
      const end = await Promise.all([
        post(complete, id, { outcome: "won", data: { notes: "Retained." } }),
        post(recordPayment, id, { amount: 175 }),
      ]);
      expect(countOutcomes([...responses, ...end])).toEqual({ 200: 5 });
      const { body } = await post(getConsultation, id);
      expect(body).toMatchObject({ status: "completed", paid: true, amount: 175, start_at: startAt });
      expect(body).toMatchObject({ outcome: "won", data: { notes: "Retained." } });
      expect(await revisionOf(id)).toBe(6);
    }
    await expectConsistentSlots(table);
  });

  it("payments and a cancellation: the slot is free, and nothing is lost", async () => {
    const id = await newId();
    const payments = times(10, (index) => post(recordPayment, id, { amount: index + 1 }));
    const [canceled, ...paid] = await Promise.all([patch(id, { status: "canceled" }), ...payments]);
    expect([canceled.status, countOutcomes(paid)]).toEqual([200, { 200: 10 }]);
    expect((await post(getConsultation, id)).body.status).toBe("canceled");
    expect(await revisionOf(id)).toBe(12);
    expect((await book()).status).toBe(201);
    await expectConsistentSlots(table);
  });

  it.each([
    ["archives", [archive]],
    ["archives and restorations", [archive, unarchive]],
  ])("20 %s, beside payments and a reschedule", async (_, handlers) => {
    const id = await newId();
    const [rescheduled, ...responses] = await Promise.all([
      patch(id, { duration_min: 30 }),
      ...times(20, (index) => post(handlers[index % handlers.length] ?? archive, id)),
      ...times(5, (index) => post(recordPayment, id, { amount: index + 1 })),
    ]);
    expect([rescheduled.status, countOutcomes(responses)]).toEqual([200, { 200: 25 }]);
    const { body } = await post(archive, id);
    expect(body).toMatchObject({ archived: true, status: "rescheduled", duration_min: 30 });
    expect([1, 2, 3, 4, 5]).toContain(body.amount);
    if (handlers.length === 1) expect(await revisionOf(id)).toBe(8);
    await expectConsistentSlots(table);
  });

  it("20 equal payments are one change", async () => {
    const id = await newId();
    const payments = times(20, () => post(recordPayment, id, { paid: true, amount: 150 }));
    expect(countOutcomes(await Promise.all(payments))).toEqual({ 200: 20 });
    expect(await revisionOf(id)).toBe(2);
  });
});
