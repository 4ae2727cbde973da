import { beforeEach, expect, it } from "@jest/globals";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventPublisher, runErasure } from "../support/erasure-fixture.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore, useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const { fixture, send, bookWith, sweepAt } = useReminders(table);
beforeEach(() => {
  captureLog();
});

it("an erasure empties the emitted reminders, and later ones of a kept consultation name nobody", async () => {
  await bookWith([60, 30]);
  await sweepAt(minutesBefore(60));
  const { firmId, leadId } = fixture;
  const publisher = eventPublisher(table, [fixture]);
  const remindersInLog = async () => {
    await publisher.publish();
    const { body } = await send(listEvents, { query: { type: "consultation.reminder_due" } });
    return body.data.map(({ lead }: { lead: object }) => lead);
  };
  expect(await remindersInLog()).toMatchObject([{ id: leadId, first_name: "Ada" }]);
  await runErasure(table, { firmId, leadId, keepsConsultations: true }, publisher.publish);
  await sweepAt(minutesBefore(30));
  const blank = { id: leadId, first_name: "", last_name: "", email: "", phone: "" };
  expect(await remindersInLog()).toEqual([blank, blank]);
});
