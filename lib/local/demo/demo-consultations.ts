import { addHours, addMinutes, subDays } from "date-fns";
import * as z from "zod";
import { bookConsultation } from "../../../shared/consultations/book-consultation.ts";
import { completeConsultation } from "../../../shared/consultations/complete-consultation.ts";
import { markNoShow } from "../../../shared/consultations/mark-no-show.ts";
import { recordPayment } from "../../../shared/consultations/record-payment.ts";
import { updateConsultation } from "../../../shared/consultations/update-consultation.ts";
import { groupBy } from "../../../shared/runtime/collections.ts";
import { createHold } from "../../../shared/scheduling/create-hold.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { CONSULTATIONS, type ConsultationRow, HOLDS, MEMBERS, TIME_ZONE, type Who } from "./demo-data.ts";
import type { DemoDates } from "./demo-dates.ts";
import type { DemoHistory } from "./demo-operations.ts";

type LeadIds = Readonly<Record<string, string>>;

/** Adds the consultations, those of an attorney one after the other, and the holds. */
export const addConsultations = async (history: DemoHistory, leadIds: LeadIds): Promise<void> => {
  const ofAttorneys = groupBy(CONSULTATIONS, ([who]) => who).values();
  await Promise.all(
    [...ofAttorneys].map(async (rows) => {
      for (const row of rows) await addConsultation(history, leadIds, row);
    }),
  );
  for (const [who, workday, time, type] of HOLDS) {
    const start_at = startAt(history.dates, who, workday, time).toISOString();
    const json = { attorney_id: history.memberIds[who], start_at, type, seconds: LIMITS.holdSecondsMaximum };
    await history.run(createHold, { json });
  }
};

/** Returns an instant by the attorney's own clock. */
const startAt = (dates: DemoDates, who: Who, workday: number, time: string) => {
  const member = MEMBERS[who];
  return dates.onWorkday(workday, time, "timeZone" in member ? member.timeZone : TIME_ZONE);
};

const booked = z.object({ id: z.string(), duration_min: z.number() });

const addConsultation = async (
  { run, dates, memberIds }: DemoHistory,
  leadIds: LeadIds,
  [who, workday, time, lead, type, fate = "completed"]: ConsultationRow,
) => {
  const byNora = { type: "member" as const, id: memberIds.nora };
  const byAttorney = { type: "member" as const, id: memberIds[who] };
  const [, movedDay, movedTime = ""] = /^from (-?\d+) (\S+)$/.exec(fate) ?? [];
  const start = startAt(dates, who, workday, time);
  const first = movedDay === undefined ? start : startAt(dates, who, Number(movedDay), movedTime);
  const bookedAt = new Date(Math.min(subDays(first, 1).getTime(), addHours(dates.now, -1).getTime()));
  const json = { lead_id: leadIds[lead], attorney_id: memberIds[who], type, start_at: first.toISOString() };
  const answer = await run(bookConsultation, { at: bookedAt, actor: byNora, json });
  const { id, duration_min } = booked.parse(answer);
  const params = { id };
  if (first !== start)
    await run(updateConsultation, { actor: byNora, params, json: { start_at: start.toISOString() } });
  const end = addMinutes(start, duration_min);
  if (end >= dates.now) return;
  const done = { at: end, actor: byAttorney, params };
  if (fate === "canceled")
    await run(updateConsultation, { ...done, at: subDays(end, 1), json: { status: "canceled" } });
  else if (fate === "no-show") await run(markNoShow, done);
  else await run(completeConsultation, { ...done, json: { outcome: "Advised" } });
  if (fate === "paid") await run(recordPayment, { ...done, json: { paid: true } });
};
