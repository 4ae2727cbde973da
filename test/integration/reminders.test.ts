import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../functions/consultations/archive-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { captureLog } from "../support/capture-log.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore, START, useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const { fixture, send, patch, bookWith, sweepAt, remindersOf, minutesOf } = useReminders(table);
beforeEach(() => {
  captureLog();
});

const LATER = "2055-03-10T10:00:00.000Z";

describe("a reminder", () => {
  it("is emitted once, at its time and not before, with the consultation and the lead as they are then", async () => {
    const id = await bookWith([60, 1440]);
    await sweepAt(minutesBefore(1440) - 30_000);
    expect(await minutesOf(id)).toEqual([]);
    const phone = "+12125550199";
    await send(updateLead, { params: { id: fixture.leadId }, body: { phone } });
    for (const seconds of [-1, 1, 60]) await sweepAt(minutesBefore(1440) + seconds * 1_000);
    const [event, ...others] = await remindersOf(id);
    expect(others).toEqual([]);
    const { body: data } = await send(getConsultation, { params: { id } });
    expect(event).toMatchObject({
      type: "consultation.reminder_due",
      created_at: new Date(minutesBefore(1440)).toISOString(),
      sequence: 2,
      data,
      previous: {},
      minutes_before: 1440,
      lead: { id: fixture.leadId, first_name: "Ada", phone },
      actor: { type: "system", id: null },
    });
    expect(Object.keys(event?.lead ?? {})).toEqual(["id", "first_name", "last_name", "email", "phone"]);
    await sweepAt(minutesBefore(59));
    expect(await minutesOf(id)).toEqual([1440, 60]);
    await sweepAt(minutesBefore(1));
    expect(await minutesOf(id)).toEqual([1440, 60]);
  });

  it("is waited for when it is due in the next twenty seconds", async () => {
    const id = await bookWith([30]);
    expect(await sweepAt(minutesBefore(30) - 20_000)).toBe(minutesBefore(30));
    expect((await remindersOf(id))[0]?.created_at).toBe(new Date(minutesBefore(30)).toISOString());
  });

  it("is emitted late after a standstill, each number once, but not after the start", async () => {
    const [late, tooLate] = [await bookWith([120, 60, 10]), await bookWith([120], { start_at: LATER })];
    for (let sweeps = 0; sweeps < 3; sweeps++) await sweepAt(minutesBefore(30));
    expect(await minutesOf(late)).toEqual([120, 60]);
    await sweepAt(Date.parse(LATER));
    expect(await minutesOf(late)).toEqual([120, 60]);
    expect(await minutesOf(tooLate)).toEqual([]);
    const { body } = await send(getConsultation, { params: { id: tooLate } });
    expect(body).toMatchObject({ status: "scheduled" });
  });

  it("moves with its consultation, and is emitted again for another start, but not for the same one", async () => {
    const id = await bookWith([43_200]);
    await sweepAt(minutesBefore(43_200));
    await patch(id, { duration_min: 30, attorney_id: fixture.attorney.id, time_zone: "Europe/Berlin" });
    await sweepAt(minutesBefore(43_199));
    expect(await minutesOf(id)).toEqual([43_200]);
    await patch(id, { start_at: LATER });
    await sweepAt(minutesBefore(43_200, Date.parse(LATER)) - 30_000);
    expect(await minutesOf(id)).toEqual([43_200]);
    await sweepAt(minutesBefore(43_200, Date.parse(LATER)));
    expect((await remindersOf(id)).map(({ data }) => data.start_at)).toEqual([
      new Date(START).toISOString(),
      LATER,
    ]);
  });

  it("is not lost when its consultation is changed at the same start, or hidden", async () => {
    const id = await bookWith([60]);
    await patch(id, { duration_min: 30 });
    await send(recordPayment, { params: { id }, body: { paid: true } });
    await send(archive, { params: { id } });
    await sweepAt(minutesBefore(60) + 30_000);
    const data = { duration_min: 30, paid: true, archived: true };
    expect(await remindersOf(id)).toMatchObject([{ sequence: 5, data }]);
  });
});

it("emits no reminder of a consultation that is canceled, completed or a no-show", async () => {
  const ids = [];
  for (const finish of [
    (id: string) => patch(id, { status: "canceled" }),
    (id: string) => send(complete, { params: { id }, body: {} }),
    (id: string) => send(markNoShow, { params: { id } }),
  ]) {
    const id = await bookWith([60], { start_at: new Date(START + ids.length * 3_600_000).toISOString() });
    expect((await finish(id)).status).toBe(200);
    ids.push(id);
  }
  for (const hours of ids.keys()) await sweepAt(minutesBefore(60, START + hours * 3_600_000));
  for (const id of ids) expect(await minutesOf(id)).toEqual([]);
});
